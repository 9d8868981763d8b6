import { type AgentSentence, agentSentences } from './agent-sentences.ts';
import { causesIn, isBeforeCause } from './causes.ts';
import { claimIn, pointsBack } from './claims.ts';
import { isOtherLanguage, otherLanguages } from './cues.ts';
import { findDeliveries } from './deliveries.ts';
import { firstNeeded } from './first-needed.ts';
import { reportAsImperative } from './imperative.ts';
import { isHazard, isRecommendation } from './lasting.ts';
import { findMappedPlaces } from './mapped-findings.ts';
import { outdatedIn } from './outdated.ts';
import { presentGoal } from './present-goal.ts';
import { namesIn, presentFrom, presentNames } from './present-names.ts';
import { findReportedPoints } from './report-findings.ts';
import { cutWords, subjectWords } from './sentences.ts';
import type { Item, SessionView } from './session-view.ts';
import { isAboutTheSame } from './settled.ts';

/** Says why, what holds, what does not work, what is advised: words with which people tell what they found out. */
const STRONG =
  /\b(?:root cause|(?:the|real|actual|underlying) (?:bug|issue|problem|reason|cause|culprit|error|fix|difference|catch|constraint)\b.{0,40}\b(?:is|was|are|were|lies|comes)|because|turns out|confirm(?:s|ed)|verified (?:that|it|the|by)|found (?:that|it|the|a|an|no|one|two|\d+)|discovered|it['’]s actually|in fact|not supported|un?supported|does(?:n['’]t| not) (?:support|exist|work|handle|match|include|use|need|have|set|allow|honou?r)|do(?:n['’]t| not) (?:support|exist|work|handle|need)|no longer|never (?:called|used|set|reached|runs?|closes?|returns?)|only (?:when|if|the|on|in|for|applies|works?|happens?|runs?|supports?|one|used|after|because)|must (?:not |never |be |have |use |also )?\w+|requires?|(?:can(?:not|['’]t)) \w+|fails? (?:because|when|with|if|on|to|unless)|recommend|should (?:not |be |use |also )?\w+|by design|on purpose|intentional(?:ly)?|this means|which means|that means|so (?:the|we|it|any|all|no|this|that) \w+|mismatch|race condition|deadlock|leaks?|unreachable|dead code|backwards?[- ]compatible|breaking change|instead of|rather than|already (?:handles?|exists?|has|does|uses?|covers?|there)|(?:key|main|important) (?:insight|finding|point|constraint|difference)|caveat|limitation|trade-?off|gotcha|the contract)\b/i;

/** Plain statements about how things are. */
const STATING =
  /\b(?:is|are|was|were|has|have|uses?|returns?|lives?|contains?|defines?|expects?|takes?|reads?|writes?|calls?|sets?|depends?|handles?|means|matches|supports?|runs?|happens|comes|goes|stays|remains?|equals)\b/i;

/** States of checks and of git are told elsewhere, newest first. */
const STATUS =
  /^(?:all |the |both |every )?(?:tests?|checks?|lint|build|ci|suite|everything|all (?:\d+ )?tests?)\b.{0,40}\b(?:pass(?:es|ed|ing)?|green|clean|succeed(?:s|ed)|ok)\b|\b(?:build|tests?|lint|ci)\b.{0,20}\b(?:is|are) (?:clean|green|ok)\b|^`[^`]+` passed\b|\bleft untouched\b|^(?:done|committed|pushed|fixed|updated|added|removed|created|implemented|renamed|moved|wrote|deleted)\b/i;

/** The agent takes back what it said before. */
const TAKEN_BACK =
  /\b(?:i was wrong|(?:is|was|were|are) \**(?:wrong|mistaken|incorrect|misleading|refuted|overturned|a red herring|not the (?:cause|reason|problem|issue))|turns out (?:not|that (?:it|this|the \w+) (?:is|was|does)(?:n['’]t| not))|(?:earlier|previous|first|initial|original) (?:theory|claim|assumption|guess|diagnosis|reading|conclusion|hypothesis|analysis)\b.{0,60}\b(?:wrong|incorrect|false|not|does(?:n['’]t| not)|disproved|ruled out)|disproves?|ruled out|contrary to what i|i (?:misread|misstated|misdiagnosed|overstated|conflated)|you['’]re right|decisive:|overturns?|refutes?|false (?:alarm|positive)|correction:)/i;

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
  readonly rank: number;
}

/** What the agent established and still holds, each in a sentence that can be read alone: what counts most is last. */
export function findFindings(view: SessionView, bound: { readonly count: number; readonly length: number }): Item[] {
  const sentences = agentSentences(view);
  const isOutdated = outdatedIn(view, sentences);
  const isOfPresent = presentIn(view);
  const causes = causesIn(view);
  const isInCause = ({ text }: AgentSentence) => causes.some((cause) => cause.text.includes(text));
  const claims = [...sentences.filter((one) => isOfPresent(one) && !isBeforeCause(one, causes)), ...causes]
    .flatMap((sentence) => claimsOf(sentence, bound.length))
    .filter((one) => !isOutdated(one) && (one.isCause || !isInCause(one)))
    .toSorted(inOrder);
  const ends = { delivered: deliveredUntil(view), last: view.turns.length };
  const told = claims.map((sentence) => scored(sentence, ends)).filter(({ score }) => score >= MIN_SCORE);
  const best = bestOf(withoutRestated(withoutTakenBack(told)))
    .map((sentence, at) => ({ sentence, at }))
    .sort((one, other) => other.sentence.score - one.sentence.score || other.at - one.at)
    .slice(0, bound.count)
    .sort((one, other) => one.sentence.rank - other.sentence.rank || one.at - other.at);
  const own: Item[] = best.map(({ sentence: { text, turn } }) => ({
    text: cutWords(text, bound.length),
    from: turn === 0 ? { by: 'summary' } : { by: 'agent', turn },
  }));
  const mapped = findMappedPlaces(view, bound.length);
  const needed = firstNeeded(view, bound.length);
  return [...own, ...needed, ...mapped, ...findReportedPoints(view, bound.length, mapped)].slice(-bound.count);
}

function inOrder({ moment: one }: AgentSentence, { moment: other }: AgentSentence): number {
  return one.turn - other.turn || one.step - other.step;
}

/** Of earlier turns, only what speaks of something that is worked on or talked about now. */
function presentIn(view: SessionView): (sentence: AgentSentence) => boolean {
  const [from, names] = [presentFrom(view), presentNames(view)];
  return ({ text, turn }) => (turn === 0 ? from === 1 : turn >= from || namesIn(text).some((name) => names.has(name)));
}

/** A sentence that points back is told with the one before it, or not at all. */
function claimsOf(sentence: AgentSentence, room: number): AgentSentence[] {
  if (sentence.listed || sentence.isCause) return [sentence];
  const text = claimIn(sentence.text);
  if (text === '' || !pointsBack(text)) return text === '' ? [] : [{ ...sentence, text }];
  const before = claimIn(sentence.before);
  const both = `${before} ${text}`;
  return before === '' || pointsBack(before) || both.length > room ? [] : [{ ...sentence, text: both }];
}

/** In the order in which they are told: what is at the end is cut last. */
const RANKS = { reported: 0, handed: 1, delivered: 2, earlier: 3, open: 4, lasting: 5 } as const;
/** What is over leaves room for what is open, and what must be kept for what is new. */
const MAX_OF_RANK: readonly number[] = [3, 4, 4, 8, 20, 4];
const LASTING = 100;
const CAUSE = 50;

/** The last turn whose work was delivered before the user went on, and the last of all. */
interface Ends {
  readonly delivered: number;
  readonly last: number;
}

function scored(sentence: AgentSentence, ends: Ends): Scored {
  const { text, listed, isCause } = sentence;
  if (isCause) return { ...sentence, score: CAUSE, rank: RANKS.open };
  if (listed) return { ...sentence, score: MIN_SCORE + detailsOf(text), rank: RANKS.handed };
  if (isRecommendation(text) || (isHazard(text) && text.length <= MAX_LENGTH))
    return { ...sentence, score: LASTING, rank: RANKS.lasting };
  const rank = rankOf(sentence, ends);
  // Files and commits tell what was done in turns that are over: the agent's report of it fills what room is left.
  const isOnlyReport = rank < RANKS.open && !isWorthTelling(text, rank);
  return { ...sentence, rank: isOnlyReport ? RANKS.reported : rank, score: scoreOf(sentence, ends.last) };
}

function rankOf({ turn, place }: AgentSentence, { delivered, last }: Ends): number {
  if (place === 'handed') return RANKS.handed;
  if (turn === last) return RANKS.open;
  return turn <= delivered ? RANKS.delivered : RANKS.earlier;
}

function isStrong(text: string): boolean {
  return STRONG.test(text) || (isOtherLanguage(text) && otherLanguages.finding.test(text));
}

function scoreOf({ text, turn, place }: AgentSentence, lastTurn: number): number {
  const cue = (isStrong(text) ? 3 : 0) + (STATING.test(text) ? 1 : 0);
  if (cue === 0 || isBare(text)) return 0;
  // A report says much in general, which the reader cannot go by.
  if (place === 'handed' && turn > 0 && detailsOf(text) < 1) return 0;
  const where = { closing: 2, handed: 1, commentary: 0.5 }[place];
  const recent = turn === lastTurn ? 1.5 : turn / Math.max(1, lastTurn);
  const stale = STATUS.test(text) ? 3 : 0;
  return cue + detailsOf(text) + where + recent - stale;
}

/** Of turns that are over, what names something and is no report of what was done. */
function isWorthTelling(text: string, rank: number): boolean {
  if (isOtherLanguage(text)) return true;
  const isReport = STATUS.test(text) || reportAsImperative(text) !== '';
  if (isReport && !(isStrong(text) && rank === RANKS.earlier)) return false;
  return detailsOf(text) >= (rank === RANKS.delivered ? 1 : 0.5);
}

/** `Returns the id and the key` needs the heading that it stood below; an opinion without a name is none. */
function isBare(text: string): boolean {
  if (text.length < (isOtherLanguage(text) ? MIN_DENSE : MIN_LENGTH) || text.length > MAX_LENGTH) return true;
  if (text.length < MIN_WITHOUT_SUBJECT && /^(?:returns?|requires?|accepts?|takes?|uses?|contains?)\b/i.test(text))
    return true;
  return text.length < MIN_BARE && detailsOf(text) === 0 && !isOtherLanguage(text);
}

/** Work that was delivered, or that the user has left for something else, is over. */
function deliveredUntil(view: SessionView): number {
  const turns = findDeliveries(view).flatMap(({ what, turn }) => (what === 'merge' ? [] : [turn]));
  const left = (presentGoal(view)?.number ?? 1) - 1;
  return Math.max(0, left, ...turns.filter((turn) => turn < view.turns.length));
}

/** The best of each rank, as many as it may have. */
function bestOf(sentences: readonly Scored[]): Scored[] {
  const kept = new Set(
    MAX_OF_RANK.flatMap((most, rank) =>
      sentences
        .map((sentence, at) => ({ sentence, at }))
        .filter(({ sentence }) => sentence.rank === rank)
        .sort((one, other) => other.sentence.score - one.sentence.score || other.at - one.at)
        .slice(0, most)
        .map(({ sentence }) => sentence),
    ),
  );
  return sentences.filter((sentence) => kept.has(sentence));
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
  return sentences.filter(({ text, isCause }, at) => {
    if (isCause) return true;
    const mine = words[at] ?? new Set();
    if (sentences[at + 1]?.text.startsWith(text)) return false;
    return !words.slice(at + 1).some((later) => isAlike(mine, later));
  });
}

/** What a later sentence about the same things takes back is not told. */
function withoutTakenBack(sentences: readonly Scored[]): Scored[] {
  const takenBack = sentences.flatMap(({ text }, at) =>
    TAKEN_BACK.test(text) ? [{ at, words: subjectWords(text), names: new Set(namesIn(text)) }] : [],
  );
  return sentences.filter(({ text }, at) => {
    const [mine, names] = [subjectWords(text), namesIn(text)];
    return !takenBack.some(
      (later) =>
        later.at > at &&
        (isAboutTheSame(mine, later.words) || names.filter((name) => later.names.has(name)).length >= MIN_NAMES),
    );
  });
}

/** So many names in common, and two sentences are about one thing. */
const MIN_NAMES = 2;

function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size === 0 || other.size === 0) return false;
  const common = [...one].filter((word) => other.has(word)).length;
  return common / Math.min(one.size, other.size) > 0.7 && common / Math.max(one.size, other.size) > 0.5;
}
