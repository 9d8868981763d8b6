import { type AgentSentence, agentSentences } from './agent-words.ts';
import { isOtherLanguage, otherLanguages } from './cues.ts';
import { isNarration } from './narration.ts';
import { cutWords, subjectWords } from './sentences.ts';
import type { Item, SessionView } from './session-view.ts';

/** Says why, what holds, what does not work, what is advised: words with which people tell what they found out. */
const STRONG =
  /\b(?:root cause|(?:the|real|actual|underlying) (?:bug|issue|problem|reason|cause|culprit|error|fix|difference|catch|constraint)\b.{0,40}\b(?:is|was|are|were|lies|comes)|because|turns out|confirm(?:s|ed)|verified (?:that|it|the|by)|found (?:that|it|the|a|an|no|one|two|\d+)|discovered|it['’]s actually|in fact|not supported|un?supported|does(?:n['’]t| not) (?:support|exist|work|handle|match|include|use|need|have|set|allow|honou?r)|do(?:n['’]t| not) (?:support|exist|work|handle|need)|no longer|never (?:called|used|set|reached|runs?|closes?|returns?)|only (?:when|if|the|on|in|for|applies|works?|happens?|runs?|supports?|one|used|after|because)|must (?:not |never |be |have |use |also )?\w+|requires?|(?:can(?:not|['’]t)) \w+|fails? (?:because|when|with|if|on|to|unless)|recommend|should (?:not |be |use |also )?\w+|by design|on purpose|intentional(?:ly)?|this means|which means|that means|so (?:the|we|it|any|all|no|this|that) \w+|mismatch|race condition|deadlock|leaks?|unreachable|dead code|backwards?[- ]compatible|breaking change|instead of|rather than|already (?:handles?|exists?|has|does|uses?|covers?|there)|(?:key|main|important) (?:insight|finding|point|constraint|difference)|caveat|limitation|trade-?off|gotcha|the contract)\b/i;

/** Plain statements about how things are. */
const STATING =
  /\b(?:is|are|was|were|has|have|uses?|returns?|lives?|contains?|defines?|expects?|takes?|reads?|writes?|calls?|sets?|depends?|handles?|means|matches|supports?|runs?|happens|comes|goes|stays|remains?|equals)\b/i;

/** States of checks and of git are told elsewhere, newest first. */
const STATUS =
  /^(?:all |the |both |every )?(?:tests?|checks?|lint|build|ci|suite|everything|all (?:\d+ )?tests?)\b.{0,40}\b(?:pass(?:es|ed|ing)?|green|clean|succeed(?:s|ed)|ok)\b|^(?:done|committed|pushed|fixed|updated|added|removed|created|implemented|renamed|moved|wrote|deleted)\b/i;

/** How things stood while the agent went on. */
const MOMENT =
  /\bstill (?:running|building|compiling|pending|in progress|waiting)\b|\bso (?:this|that|it) should be (?:a |an )?(?:quick|cheap|easy|fast|small|simple)\b|\b(?:currently|right now|at the moment|so far)\b.{0,120}\b(?:yet|so)\b|\b(?:are|is|were|was)(?:n['’]t| not) (?:checked out|committed|pushed|built|finished|done|staged) yet\b/i;

/** The agent takes back what it said before. */
const TAKEN_BACK =
  /\b(?:i was wrong|was (?:wrong|mistaken|incorrect|a red herring|not the (?:cause|reason|problem|issue))|turns out (?:not|that (?:it|this|the \w+) (?:is|was|does)(?:n['’]t| not))|(?:earlier|previous|first|initial|original) (?:theory|claim|assumption|guess|diagnosis|reading|conclusion|hypothesis|analysis)\b.{0,60}\b(?:wrong|incorrect|false|not|does(?:n['’]t| not)|disproved|ruled out)|disproves?|ruled out|contrary to what i|i (?:misread|misstated|misdiagnosed)|false (?:alarm|positive)|correction:)/i;

const MIN_LENGTH = 28;
/** Chinese says in ten letters what takes English thirty. */
const MIN_DENSE = 10;
const MAX_LENGTH = 420;
/** `Yes, but only in a narrow sense.` needs what stood before it. */
const MIN_BARE = 60;
const MIN_WITHOUT_SUBJECT = 100;
const MIN_SCORE = 3;

interface Scored extends AgentSentence {
  readonly score: number;
}

/** What the agent established, each in a sentence that can be read alone, oldest first. */
export function findFindings(view: SessionView, bound: { readonly count: number; readonly length: number }): Item[] {
  const sentences = agentSentences(view);
  const last = view.turns.length;
  const scored = sentences
    .map((sentence) => ({ ...sentence, score: scoreOf(sentence, last) }))
    .filter(({ score }) => score >= MIN_SCORE);
  const best = withoutRestated(withoutTakenBack(scored))
    .map((sentence, at) => ({ sentence, at }))
    .sort((one, other) => other.sentence.score - one.sentence.score || other.at - one.at)
    .slice(0, bound.count)
    .sort((one, other) => one.at - other.at);
  return best.map(({ sentence: { text, turn, place } }) => ({
    text: cutWords(text.replace(/^\(?\d{1,2}[.)] /, ''), bound.length),
    from: place === 'handed' ? { by: 'summary' } : { by: 'agent', turn },
  }));
}

function scoreOf({ text, turn, place }: AgentSentence, lastTurn: number): number {
  if (text.length < (isOtherLanguage(text) ? MIN_DENSE : MIN_LENGTH) || text.length > MAX_LENGTH || isNoStatement(text))
    return 0;
  const isStrong = STRONG.test(text) || (isOtherLanguage(text) && otherLanguages.finding.test(text));
  if (MOMENT.test(text)) return 0;
  const cue = (isStrong ? 3 : 0) + (STATING.test(text) ? 1 : 0);
  if (cue === 0) return 0;
  const details = detailsOf(text);
  const where = { closing: 2, handed: 1, commentary: 0.5 }[place];
  const recent = turn === lastTurn ? 1.5 : turn / Math.max(1, lastTurn);
  const stale = STATUS.test(text) ? 3 : 0;
  return cue + details + where + recent - stale;
}

/** A question, an announcement, a heading, an option that was put up, half of a sentence. */
function isNoStatement(text: string): boolean {
  if (
    /[?:？：]["')*_`\s]*$/.test(text) ||
    isNarration(text) ||
    !/[\p{L}]{3,} .*[\p{L}]{2,}|[\u3040-\u30ff\u3400-\u9fff]{6,}/u.test(text)
  )
    return true;
  // `Once confirmed, I'll load them` is a promise.
  if (/^\(?[A-H][).:] |^option [A-H1-9]\b|^(?:once|when|after)\b.{3,60}, i['’]ll\b|^next(?: steps?)?:/i.test(text))
    return true;
  // `Returns the id and the key` needs the heading that it stood below.
  if (text.length < MIN_WITHOUT_SUBJECT && /^(?:returns?|requires?|accepts?|takes?|uses?|contains?)\b/i.test(text))
    return true;
  return text.length < MIN_BARE && detailsOf(text) === 0 && !isOtherLanguage(text);
}

/** Names, paths and numbers: what makes a statement worth more than an opinion. */
function detailsOf(text: string): number {
  const code = text.match(/`[^`]+`/g)?.length ?? 0;
  const paths = text.match(/[\w.-]+\/[\w./-]+|\b[\w-]+\.(?:[a-z]{1,4})\b(?::\d+)?/g)?.length ?? 0;
  const names = text.match(/\b(?:[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+|\w+_\w+|--[a-z][\w-]+)\b/g)?.length ?? 0;
  const numbers = text.match(/\b\d+(?:\.\d+)?(?:%| ?(?:ms|s|KB|MB|GB|lines|bytes|files))?\b/g)?.length ?? 0;
  return Math.min(3, code + paths + 0.5 * names + 0.3 * numbers);
}

/** What is said again later, in nearly the same words, is told once: as it was said last. */
function withoutRestated(sentences: readonly Scored[]): Scored[] {
  const words = sentences.map(({ text }) => subjectWords(text));
  return sentences.filter((_, at) => {
    const mine = words[at] ?? new Set();
    return !words.slice(at + 1).some((later) => isAlike(mine, later));
  });
}

/** What a later sentence about the same things takes back is not told. */
function withoutTakenBack(sentences: readonly Scored[]): Scored[] {
  const takenBack = sentences.flatMap(({ text }, at) =>
    TAKEN_BACK.test(text) ? [{ at, words: subjectWords(text) }] : [],
  );
  return sentences.filter(({ text }, at) => {
    const mine = subjectWords(text);
    return !takenBack.some((later) => later.at > at && isAboutTheSame(mine, later.words));
  });
}

function isAboutTheSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...one].filter((word) => other.has(word)).length;
  return common >= 3 && common / Math.min(one.size, other.size) >= 0.5;
}

function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size === 0) return false;
  const common = [...one].filter((word) => other.has(word)).length;
  return common / one.size > 0.7 && common / other.size > 0.5;
}
