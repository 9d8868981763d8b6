/** How things stood while the agent went on with something else. */
const PASSING =
  /\b(?:is|are|was|were|been|['’]s|['’]re)(?: (?:still|now|already|also|just))? (?:running|waiting|building|compiling|installing|downloading|returning|pending|emerging|finishing|loading|deploying|in progress)\b|\bstill (?:running|building|compiling|pending|in progress|waiting)\b|\b(?:one|two|three|\d+) (?:\w+ ){0,3}remains?\b|\bso (?:this|that|it) should be (?:a |an )?(?:quick|cheap|easy|fast|small|simple)\b|\b(?:currently|right now|at the moment|so far)\b.{0,120}\b(?:yet|so)\b|\b(?:are|is|were|was)(?:n['’]t| not) (?:checked out|committed|pushed|built|finished|done|staged) yet\b|\b(?:build|tests?|suite|lint|checks?|install) (?:completed|finished|ran|went|came back) (?:cleanly|clean|fine|ok|green|successfully)\b|\bstill alive\b|\bserver is (?:now )?(?:at|on|live|up)\b|\bwe['’]re (?:already |now |still )?on\b|\bi['’]m (?:\w+ )?\w+ing\b|\bi have (?:gathered|enough|all|everything|a (?:clear|good|full|complete))\b|^now\b/i;

/** Holds until somebody works on it; what something does not currently do, it does not do at all. */
const UNTIL_CHANGED =
  /(?<!\b(?:does|do|doesn['’]t|don['’]t|does not|do not) )\bcurrently\b|\b(?:right now|at the moment|so far|for now|for the moment|as of now|not yet|yet[.;])\b|\b(?:is|are|was|were|has|have|does|do|['’]s|it|they|isn['’]t|aren['’]t|hasn['’]t|haven['’]t) still\b|\bstill (?:has|have|is|are|uses?|shows?|says?|feels?|points?)\b|\bis (?:now )?(?:ahead|behind|at that commit)\b|\b(?:is|are) (?:\w+ )?(?:untracked|uncommitted|unstaged|unpushed)\b/i;

/** Whether a statement was only true while it was said; `changed` says that work followed it. */
export function isPassing(text: string, changed: boolean): boolean {
  return PASSING.test(text) || (changed && UNTIL_CHANGED.test(text));
}
