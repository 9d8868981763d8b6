import { asImperative, reportAsImperative } from './imperative.ts';
import { plainLine, splitSentences, withoutPastes } from './sentences.ts';
import type { TurnView } from './session-view.ts';
import { isTelling } from './telling.ts';

/** What is done on the way to any work. */
export const CHORE =
  /^(?:run|start|begin|verify|test|check|explore|inspect|map|trace|research|survey|read|review|analyze|discover|understand|investigate|find|look|see|ask|propose|present|invoke|brainstorm|transition|clarify|write (?:the |an? )?(?:design|spec|plan))\b/i;

/** What is written beside any work. */
const BESIDE = /^(?:update|add|write|extend)\b.*\b(?:readme|docs|documentation|changelog)\b/i;

/** Whether a step says nothing without what it is done for. */
export function isChore(step: string): boolean {
  return CHORE.test(step) || BESIDE.test(step);
}

/** How the agent goes about it, not what it is. */
const METHOD =
  /^(?:treat|use|keep|leave|assume|follow|continue|proceed|make sure|work|walk|take|give|show|break|provide|respond|answer|summari[sz]e|explain|try|help|think|monitor|wait|get|gather|commit|push|examine|search|see|mark|do|go|be|pull|open|compare|confirm|query|grep|list|scan|re-?\w*(?:read|check|run))\b/i;
const ABOUT_ITSELF =
  /\b(?:skills?|workflow|the request|for this|for that|as required|sub-?agents?|in parallel|todos?|a different approach)\b/i;

const SETS_OUT =
  /(?:^|[,.!;:—–] |\bso )(?:now,? |then,? |next,? )?(?:i['’]ll help you|let me|let['’]s|i(?:['’]ll| will)|i['’]m going to|i['’]m(?= (?:now )?\w+ing )|(?:the )?(?:\w+['’]s )?next step is(?: clear)?[:,—-]*) (?:now |then |also |first |next |help you |proceed with (?:the next step|it|this|that)[:,—-]* )*(.{8,})$/i;

/** What the agent set out to do in a turn, as it said first: what it said on the way is a step of it. */
export function setOutIn(turn: TurnView): string {
  return (
    firstSaid(turn)
      .flatMap((sentence) => SETS_OUT.exec(sentence)?.[1] ?? [])
      .map(asTitle)
      .find(namesWork) ?? ''
  );
}

function firstSaid({ turn }: TurnView): readonly string[] {
  const first = turn.steps.find((step) => step.kind === 'text');
  return first?.kind === 'text' ? splitSentences(withoutPastes(first.text)) : [];
}

const NEEDS = /^(?:so )?i (?:need|have) to (.{8,}?)[.!]?$/i;
const DOES_IT = /^(?:let me|i['’]ll|i will) (?:do|fix|start) (?:that|this|it|so|both|all)\b/i;

/** `I need to split the parser. Let me do that`: what the agent took on itself when it was asked. */
export function promisedIn({ turn }: TurnView): string {
  const said = turn.steps.flatMap((step) => (step.kind === 'text' ? [splitSentences(withoutPastes(step.text))] : []));
  const needs = said.flatMap((sentences) =>
    sentences.flatMap((sentence, at) =>
      DOES_IT.test(sentences[at + 1] ?? '') ? (NEEDS.exec(sentence)?.[1] ?? []) : [],
    ),
  );
  return needs.map(asTitle).find(namesWork) ?? '';
}

const SEES =
  /^(?:i (?:can |now )?see (?:the|what the) (?:issue|problem|error)s?(?: now| clearly| here| is)*|(?:the|this) (?:issue|problem|error) (?:is|was|seems to be)(?: that)?|the error (?:shows|says|means|indicates)(?: that)?)[ :–—-]+(?!in\b|with\b|and\b)(.{12,})$/i;

/** What the agent says, looking at what the user showed it, is wrong. */
export function diagnosedIn(turn: TurnView): string {
  const wrong = firstSaid(turn).flatMap((sentence) => SEES.exec(sentence)?.[1] ?? []);
  const told = wrong.find(isTelling);
  return told === undefined ? '' : `Investigate: ${told.replace(/[\s.!?:,;]+$/, '')}`;
}

/** `fix them` and `fix this by …` name nothing. */
const BOUND =
  /^[\w-]+ (?:(?:it|them|each|both|the (?:fix|changes?))\b|(?:this|that|these|those|all)(?: (?:now|first|next|with|by|for|in|on|to|and|of|before|after)\b|$|[,.;:]))/i;

function namesWork(line: string): boolean {
  return isTelling(line) && !CHORE.test(line) && !METHOD.test(line) && !ABOUT_ITSELF.test(line) && !BOUND.test(line);
}

function asTitle(words: string): string {
  const line = plainLine(words).replace(/[\s.!?:,;]+$/, '');
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`;
}

const FIRST_SENTENCES = 3;
const MAX_SENTENCE = 90;

/** What the agent's last words of a turn say that was done, in a line that can be read alone. */
export function reportedIn({ closing, calls }: TurnView): string {
  const [above = ''] = withoutPastes(closing).split(/\n\s*(?:\n|[-*•] |\d+[.)] )/);
  const sentences = splitSentences(above).slice(0, FIRST_SENTENCES);
  const [first = ''] = sentences;
  const reports = sentences.map((sentence) => reportAsImperative(sentence) || pastForm(sentence));
  const headings = calls.length === 0 ? [] : headingsOf(closing);
  return (
    [asImperative(first), ...reports].find(namesWork) ??
    headings.find(isTelling) ??
    (first.length <= MAX_SENTENCE && !SAYS.test(first) && !/^\s*#/.test(above) && isTelling(first)
      ? asTitle(first)
      : '')
  );
}

function pastForm(sentence: string): string {
  return /^(?!need|proceed|feed|speed|indeed)[A-Z][a-z]{2,}ed (?:the|a|an|all|two|three|your|`?[A-Z\d])/.test(sentence)
    ? asTitle(sentence)
    : '';
}

/** A sentence, a lead-in or a question, and no title. */
const SAYS =
  /[:?？]$|[’']\p{L}{1,2}\b(?<![’']s)|\b(?:i|you|we|it|this|that|there|here|is|are|was|were|be|does|do|did|has|have|can|could|will|would|should|must|yes|no|all|everything|everyone|success|answer|news|great|perfect|excellent|voici)\b|^\p{L}{1,2}[’']/iu;

const OF_A_REPORT =
  /\b(?:summary|overview|what|changes|results?|files|next steps?|how|why|improvements made|status|checklist|done|complete|key|options?|before|after|test(?:s|ing)?|notes?|usage|recommend\w*)\b/i;

/** `### **1. New tool: query**` → `New tool: query`. */
function headingsOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => /^#{1,5} +(.+)$/.exec(line.trim())?.[1] ?? [])
    .map((line) => asTitle(plainLine(line).replace(/^[^\p{L}`]+/u, '')))
    .filter((line) => !OF_A_REPORT.test(line));
}
