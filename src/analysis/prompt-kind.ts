import { otherLanguages } from './cues.ts';
import { withoutHandingOver } from './handed-plan.ts';
import { machinePrompt, unwrapped } from './machine-prompt.ts';
import { isOnlyPictures, isToTheClient } from './no-request.ts';
import { splitSentences, subjectWords, withoutPastes } from './sentences.ts';

/**
 * What a prompt is to the work: a goal sets what to do; housekeeping (commit, push, run the tests) serves it; an agreement
 * or an answer follows the agent's proposal; a question asks; a command is a slash command without words of its own.
 */
export type PromptKind = 'goal' | 'housekeeping' | 'agreement' | 'answer' | 'question' | 'command' | 'nothing';

const AGREEING = new Set(
  (
    'yes yep yeah yup y ok okay k sure right correct exactly agree agreed great perfect nice cool good fine thanks thank you lgtm ' +
    'sounds looks that thats this works it go ahead for do lets proceed continue please ship approved approve and then with on ' +
    'all is i the now +1 👍 just keep going resume carry way to me let those these them steps step same'
  ).split(' '),
);

const SERVES =
  /^(?:(?:can|could|would) you |please |now |ok(?:ay)?,? |yes,? |let'?s |and |then |go ahead and |just )*(?:commit|push|merge|rebase|squash|amend|tag|release|publish|deploy|stash|open (?:a |the )?pr|create (?:a |the )?pr|make (?:a |the )?pr|(?:create|make|write) (?:a |the )?(?:git )?commits?\b|pr\b|(?:switch|go|get|move|change|return) (?:back )?(?:to|onto) (?:the )?(?:main|master|develop|[\w./ -]{1,40} branch)\b[\s.!]*$|check ?out (?:the )?[\w./-]+(?: branch)?[\s.!]*$|run (?:the |all )?(?:tests?|lint\w*|build|checks?)|(?:run|show)(?: me)? (?:that|this|it)\b|git (?:status|log|diff|add|commit|push|pull)|(?:progress|status)\b)/i;
/** `Got http 200 when I ran it`, `PR merged`: how something went that the agent asked for. */
const TOLD =
  /^(?:ok(?:ay)?[,.]? |yes[,.]? )*(?:got (?:it|an?|http|\d)|done\b|i (?:ran|did|just ran|applied|merged|restarted) |it (?:works|worked|passed|failed)\b|applied\b|(?:the )?(?:pr|mr|pull request)(?: is| was| has been)? merged|merged\b)[^?\n]*$/i;
const SERVES_INSIDE = /\b(?:commit|push) (?:everything|this|it|all|these|them|and push|the changes)\b/i;
const ASKS =
  /^(?:so,? |and |but |hmm,? |ok,? |oh,? )*(?:what|why|how(?! about)|where|which|who|when|is|are|was|were|does|do|did|has|have|will|any(?:thing| way)?|eta|progress|status|and '?)\b/i;

const REQUESTS =
  /\b(?:i think|i want|i need|i['’]d like|(?:should|could|can|would|shall) (?:we|you)|we (?:should|need)|how about|let['’]?s|please|help|having (?:problems|trouble|issues))\b/i;

/** A greeting before what is wanted. */
const GREETING =
  /^(?:hi|hello|hey|привет|здравствуй(?:те)?|hola|olá|bonjour|salut|hallo|ciao|你好|こんにちは|안녕(?:하세요)?)(?: (?:there|claude|codex|gemini|again))?\s*[,.!\n。！、]+\s*(?=\S)/iu;

/** The words of a prompt, without a greeting, a leading slash command and pastes. */
export function promptWords(prompt: string): string {
  if (machinePrompt(prompt) !== undefined) return '';
  const typed = withoutHandingOver(unwrapped(prompt)).replace(/^[/$][\w:.-]+(?: |\n|$)/, '');
  return withoutPastes(typed.replace(GREETING, ''));
}

/** Saving and resuming by a command of ours, as it is typed or as some agents write it out. */
const OWN =
  /^(?:[/$][\w:.-]*checkpoint[\w:.-]*(?:\s|$)|Create a checkpoint with the following information:|Retrieve and display the latest checkpoint, or the one that is named here:)/;

export function isOwnCommand(prompt: string): boolean {
  return OWN.test(prompt.trimStart());
}

/** `btw, what does X do?`: asked on the way. */
const ASIDE =
  /^(?:btw|by the way|(?:a )?side (?:question|note)|(?:a )?quick question|just (?:curious|wondering)|unrelated)\b/i;

/** Whether words are asked or told beside the work that goes on. */
export function isAside(words: string): boolean {
  return ASIDE.test(words);
}

const MAX_SERVING = 40;

export function promptKind(prompt: string): PromptKind {
  if (isOwnCommand(prompt) || isToTheClient(prompt)) return 'nothing';
  const words = promptWords(prompt);
  if (isSmallTalk(words) || isOnlyPictures(prompt, words)) return 'nothing';
  if (words === '' || (/^[/$]\w/.test(prompt.trim()) && !words.includes(' ')))
    return /^[/$]\w/.test(prompt.trim()) ? 'command' : 'nothing';
  if (isAgreement(words)) return 'agreement';
  if (isServing(words)) return 'housekeeping';
  return isQuestion(words) ? 'question' : 'goal';
}

function isServing(words: string): boolean {
  if (words.length <= MAX_SERVING && otherLanguages.serving.test(words.trim())) return true;
  return words.length <= 120 && (SERVES.test(words) || SERVES_INSIDE.test(words) || TOLD.test(words));
}

const THANKS =
  /^(?:(?:that['’]?s|great|nice|perfect|cool|good|awesome|excellent|lovely|wonderful|amazing|very|so|job|work|it|this|works|well|done)[\s,.!]+)*(?:thanks|thank you|thx|ty|cheers|danke|merci|gracias)(?:[\s,.!]+(?:a|lot|very|so|much|again|for|that|this|the|your|help|great|work|good|job|nice|one|claude|codex|gemini|all))*[\s,.!:)🙏👍]*$/iu;

/** A greeting, a farewell or thanks set nothing, and agree to nothing. */
function isSmallTalk(words: string): boolean {
  if (words.length <= 60 && THANKS.test(words)) return true;
  return /^(?:(?:hi|hello|hey|good (?:morning|evening)|bye|goodbye|exit|quit|there|claude|codex|gemini)[\s,.!]*)+$/i.test(
    words.slice(0, 60),
  );
}

/** `what is a TSO` needs no mark to be one. */
const ASKS_PLAINLY =
  /^(?:so,? |and |but |ok,? |wait,? )*(?:what(?:['’]s| is| are| does| do| did| was)|why (?:is|are|does|do|did)|how (?:to|do|does|did|is|are|many|much)|where (?:is|are|do|does)|who (?:is|are))\b/i;
/** `i thought we do not need that` is about what the agent said. */
const REMARK = /^(?:hm+,? |but |wait,? |oh,? )*i thought\b/i;
const MAX_PLAIN = 120;

/** Asks to know, not to have something done: `can we …?` and `I think we should …, or?` are requests. */
function isQuestion(words: string): boolean {
  const isPlain = words.length <= MAX_PLAIN && splitSentences(words).length === 1;
  if (isPlain && (ASKS_PLAINLY.test(words) || REMARK.test(words))) return true;
  if (isAside(words) && /[?？]/.test(words)) return true;
  if (!/[?？]["')\s]*$/.test(words)) return false;
  if (ASKS.test(words)) return true;
  const sentences = splitSentences(words);
  return sentences.every((sentence) => /[?？]/.test(sentence)) && !REQUESTS.test(words);
}

function isAgreement(words: string): boolean {
  if (otherLanguages.agreement.test(words.trim())) return true;
  const all =
    words
      .toLowerCase()
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}+👍]+/gu) ?? [];
  return all.length > 0 && all.length <= 9 && all.every((word) => AGREEING.has(word));
}

const MAX_AGREEING_WORDS = 12;

/** `yep, let's do this in 3 commits`: agrees to what the agent offered, and says how. */
export function agreesFirst(words: string): boolean {
  return (
    words.trim().split(/\s+/).length <= MAX_AGREEING_WORDS &&
    /^(?:yes|yep|yeah|yup|ok(?:ay)?|sure|sounds good|go ahead|do it|perfect|great|exactly|agreed)\b/i.test(words)
  );
}

/** The user says that the aim was understood wrongly, or is another one now. */
export function restatesGoal(words: string): boolean {
  return /\b(?:the (?:real|actual) (?:problem|issue|goal|aim)|what (?:i|we) (?:really|actually) (?:want|need|mean)|(?:the|our|my) goal is|new (?:task|goal|plan|topic)|change of plans?|forget (?:that|about|it|all)|scrap (?:that|this|it)|(?:let'?s )?start over|different (?:task|topic|approach entirely))\b/i.test(
    words,
  );
}

/** Whether a goal leads elsewhere than the one before: said so, or nothing in common and not an addition. */
export function isShift(before: string, after: string): boolean {
  if (before.trim() === '' || restatesGoal(after)) return true;
  if (isAddition(after)) return false;
  const [known, now] = [subjectWords(before), subjectWords(after)];
  return now.size >= 4 && ![...now].some((word) => known.has(word));
}

/** Goes on from what was said before. */
export function isAddition(words: string): boolean {
  return /^(?:also|and|then|plus|additionally|ok|yes|no|not|nope|but|it|this|that|these|those|same|i think|h+m+)\b/i.test(
    words,
  );
}

/** Said of any work: `fix the failing tests` goes on with what was resumed. */
const CHORES =
  /^(?:add|build|check|clean|commit|continue|deploy|doc|error|fail|fix|lint|npm|push|run|test|update|write)$/;

/** The same for the goal of another session: its first words are few, and `Fix the flaky TestWatcher` names something new. */
export function isOtherGoal(before: string, after: string): boolean {
  if (isShift(before, after)) return true;
  const [known, now] = [subjectWords(before), subjectWords(after)];
  const named = [...now].filter((word) => !CHORES.test(word));
  return now.size === 3 && named.length >= 2 && ![...now].some((word) => known.has(word));
}
