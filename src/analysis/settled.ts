import type { AgentSentence } from './agent-sentences.ts';
import { isLater, type Moment } from './moments.ts';
import { namesIn } from './present-names.ts';
import type { EditMade } from './replaced.ts';
import { subjectWords } from './sentences.ts';
import type { TurnView } from './session-view.ts';

/** Something is not as it should be, and an edit can change that. */
const PROBLEM =
  /^\[?(?:P[0-3]|critical|high|medium|low)\b|\b(?:missing|omits?|lacks?|wrong|broken|bugs?|mismatch|stale|dead code|unused|underspecified|malformed|duplicated?|leaks?|conflicts?|placeholder|needs?|should(?:n['’]t)? (?:be|have|point|use|carry|say|go)|not (?:wired|implemented|handled|covered|specified|validated|tested)|unvalidated|there['’]s no|there is no|there are no|(?:has|have) no|won['’]t)\b|^no\b/i;
const DONE =
  /^\W*(?:fixed|updated|added|done|implemented|corrected|tightened|switched|removed|replaced|resolved|addressed|moved|renamed|rewrote|rewritten|wired|clarified|cleaned|created|trimmed)\b|\b(?:is|are|was|were|been|i['’]ve|i|we) (?:now |also |all )?(?:fixed|updated|added|implemented|corrected|tightened|switched|removed|replaced|resolved|addressed|moved|renamed|rewrote|wired|clarified|trimmed)\b|\b(?:is|are) now\b|\bnow (?:is|are|has|have|\w{3,}s)\b/i;

const MAX_ORDER = 60;
/** `fix it`, `1`, `yes, do that`: an order for what the agent has just said. */
const ORDER =
  /^(?:\d|yes|yep|yeah|ok|sure|please|fix|do (?:it|that|all|both)|go|address|apply|update|implement|all of)/i;

function isOrder({ kind, words }: TurnView): boolean {
  return kind === 'agreement' || kind === 'answer' || (words.length <= MAX_ORDER && ORDER.test(words.trim()));
}

/** What shows that a problem was worked on. */
export interface Progress {
  readonly turns: readonly TurnView[];
  readonly edits: readonly EditMade[];
  readonly done: readonly DoneWords[];
}

interface DoneWords {
  readonly moment: Moment;
  readonly words: ReadonlySet<string>;
}

/** The sentences in which the agent says that it did something. */
export function saidDone(sentences: readonly AgentSentence[]): DoneWords[] {
  return sentences.flatMap(({ text, moment }) => (DONE.test(text) ? [{ moment, words: subjectWords(text) }] : []));
}

/** Whether the problem that a sentence tells was worked on since: the agent says so, or the user ordered it. */
export function isSettled({ text, moment }: AgentSentence, { turns, edits, done }: Progress): boolean {
  if (!PROBLEM.test(text)) return false;
  const firstEdit = edits.find(({ at }) => isLater(at, moment))?.at;
  if (firstEdit === undefined) return false;
  const since = turns.filter(({ number }) => number > moment.turn && number <= firstEdit.turn);
  const order = since.at(-1);
  if (order !== undefined && isOrder(order) && since.slice(0, -1).every(({ kind }) => kind !== 'goal')) return true;
  const later = edits.filter(({ at }) => isLater(at, moment));
  if (isWorkedOn(text, later)) return true;
  const mine = subjectWords(text);
  return done.some((later) => isLater(later.moment, firstEdit) && isAboutTheSame(mine, later.words));
}

/** Whether an edit went to a file that a sentence names, or put in a name that it says is missing. */
function isWorkedOn(text: string, edits: readonly EditMade[]): boolean {
  const names = namesIn(text);
  return edits.some(({ paths, added }) =>
    names.some((name) => paths.some((path) => path.endsWith(`/${name}`) || path === name) || isPutIn(name, added)),
  );
}

const MIN_NAME = 6;

function isPutIn(name: string, added: string): boolean {
  return name.length >= MIN_NAME && added.includes(name);
}

export function isAboutTheSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...one].filter((word) => other.has(word)).length;
  return common >= 3 && common / Math.min(one.size, other.size) >= 0.5;
}
