import { type AgentSentence, agentSentences } from './agent-words.ts';
import { cutWords, subjectWords } from './sentences.ts';
import type { Item, SessionView } from './session-view.ts';

/** Says why, what holds, what does not work, what is advised: words with which people tell what they found out. */
const STRONG =
  /\b(?:root cause|(?:the|real|actual|underlying) (?:bug|issue|problem|reason|cause|culprit|error|fix|difference|catch|constraint)\b.{0,40}\b(?:is|was|are|were|lies|comes)|because|turns out|confirm(?:s|ed)|verified (?:that|it|the|by)|found (?:that|it|the|a|an|no|one|two|\d+)|discovered|it['’]s actually|in fact|not supported|un?supported|does(?:n['’]t| not) (?:support|exist|work|handle|match|include|use|need|have|set|allow|honou?r)|do(?:n['’]t| not) (?:support|exist|work|handle|need)|no longer|never (?:called|used|set|reached|runs?|closes?|returns?)|only (?:when|if|the|on|in|for|applies|works?|happens?|runs?|supports?|one|used|after|because)|must (?:not |never |be |have |use |also )?\w+|requires?|(?:can(?:not|['’]t)) \w+|fails? (?:because|when|with|if|on|to|unless)|recommend|should (?:not |be |use |also )?\w+|by design|on purpose|intentional(?:ly)?|this means|which means|that means|so (?:the|we|it|any|all|no|this|that) \w+|mismatch|race condition|deadlock|leaks?|unreachable|dead code|backwards?[- ]compatible|breaking change|instead of|rather than|already (?:handles?|exists?|has|does|uses?|covers?|there)|(?:key|main|important) (?:insight|finding|point|constraint|difference)|caveat|limitation|trade-?off|gotcha|the contract)\b/i;

/** Plain statements about how things are. */
const STATING =
  /\b(?:is|are|was|were|has|have|uses?|returns?|lives?|contains?|defines?|expects?|takes?|reads?|writes?|calls?|sets?|depends?|handles?|means|matches|supports?|runs?|happens|comes|goes|stays|remains?|equals)\b/i;

/** What is about to be done is no finding. */
const NARRATION =
  /^(?:(?:ok(?:ay)?|now|next|then|so|great|good|perfect|excellent|alright|right|first(?:ly)?|finally|also|and|but|hmm|wait|sure|yes|no|done|let['’]s see)[,.!: —-]+)*(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|i am going to|i need to|i should|i want to|i can|i['’]m (?:now |also |just |next )?(?:\w+ing|about)\b|i am \w+ing\b|if you (?:want|like|prefer)|if you['’]d like|(?:checking|reading|looking|running|searching|starting|updating|adding|writing|creating|fixing|building|waiting|committing|pushing|rerunning|re-running|exploring|inspecting)\b|time to|moving on|here(?:['’]s| is| are)|below (?:is|are)|to (?:do|fix|check|verify|see|understand) )/i;

/** States of checks and of git are told elsewhere, newest first. */
const STATUS =
  /^(?:all |the |both |every )?(?:tests?|checks?|lint|build|ci|suite|everything|all (?:\d+ )?tests?)\b.{0,40}\b(?:pass(?:es|ed|ing)?|green|clean|succeed(?:s|ed)|ok)\b|^(?:done|committed|pushed|fixed|updated|added|removed|created|implemented|renamed|moved|wrote|deleted)\b/i;

const MIN_LENGTH = 28;
const MAX_LENGTH = 420;
/** `Yes, but only in a narrow sense.` needs what stood before it. */
const MIN_BARE = 60;
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
  const best = withoutRestated(scored)
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
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH || isNoStatement(text)) return 0;
  const cue = (STRONG.test(text) ? 3 : 0) + (STATING.test(text) ? 1 : 0);
  if (cue === 0) return 0;
  const details = detailsOf(text);
  const where = { closing: 2, handed: 1, commentary: 0.5 }[place];
  const recent = turn === lastTurn ? 1.5 : turn / Math.max(1, lastTurn);
  const stale = STATUS.test(text) ? 3 : 0;
  return cue + details + where + recent - stale;
}

/** A question, an announcement, a heading, an option that was put up, half of a sentence. */
function isNoStatement(text: string): boolean {
  if (/[?:]["')*_`\s]*$/.test(text) || NARRATION.test(text) || !/[\p{L}]{3,} .*[\p{L}]{2,}/u.test(text)) return true;
  if (/^\(?[A-H][).:] |^option [A-H1-9]\b/i.test(text)) return true;
  return text.length < MIN_BARE && detailsOf(text) === 0;
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

function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size === 0) return false;
  const common = [...one].filter((word) => other.has(word)).length;
  return common / one.size > 0.7 && common / other.size > 0.5;
}
