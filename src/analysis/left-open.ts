import { askedOfUser } from './asked-of-user.ts';
import { BOUNDS } from './bounds.ts';
import { isOtherLanguage, otherLanguages } from './cues.ts';
import { cutWords, plainLine, splitSentences, withoutPastes } from './sentences.ts';
import type { Item, TurnView } from './session-view.ts';
import { closingRequest } from './waiting.ts';

const HEADING_ELSEWHERE =
  /^(?:次に(?:やる|する|行う)こと|次の(?:ステップ|作業|アクション)|残(?:り|作業|タスク|っている(?:作業|こと))|남은 (?:작업|일|항목)|다음 (?:단계|작업|할 일)|下一步|剩余(?:工作|任务)?|待办(?:事项)?)(?:[（(].{1,40}[)）])?$/;
const HEADING =
  /^(?:next(?: steps?| up| actions?)?|(?:what )?remain(?:s|ing)(?: (?:work|tasks?|items?|steps?|todos?))?|still (?:to do|open|needed|pending|left|missing)|to-?dos?|left to do|what(?:['’]s| is) (?:left|next|remaining|missing)|not (?:yet )?(?:done|implemented|covered)(?: yet)?|follow-?ups?|open (?:items|points|ends|tasks)|outstanding|pending|(?:recommended|suggested) (?:next )?(?:steps|actions))(?: \(.{1,40}\)| for (?:you|the user)| to (?:complete|finish)| on your (?:side|end))?$/i;
const LABEL =
  /^(?:next(?: steps?| up)?|remaining(?: work| tasks?| for you)?|to-?do|still (?:open|to do|pending)|left(?: to do| for you)?|follow-?ups?|outstanding|pending)(?: \([^)]{1,40}\))?\s*[:–—]\s*(.{6,})$/i;
const CUE =
  /\b(?:still (?:need|needs|has to|have to|to be|open|missing)|remains? (?:to|open|unfinished|undone)|not (?:yet )?(?:committed|pushed|deployed|tested|implemented|wired|covered|merged)|haven['’]?t (?:yet )?(?:committed|pushed|run|tested|implemented|updated|touched|merged)|left (?:to do|for later|as a follow)|(?:you|we)(?:['’]ll| will)? (?:may want|need|have|should|might want) to|worth (?:filing|doing|adding|fixing|addressing)|in progress(?!\*{0,2}: ?\d)|only .{1,60} remains?|i(?:['’]ll| will) (?:then |now |next )?(?:finish|score|open|prepare|continue|aggregate|push|fix|add|run|update|implement|follow)|the next steps?(?= (?:is|are|as|—|–|-)[ :])|still (?:no (?:pr|pull request|tests?)|un(?:reconciled|merged|committed|pushed|tested|reviewed|resolved|answered)|running)|then (?:retry|try again|re-?run)|(?:waiting|once|when|after)\b.{3,160}[,:;—-] ?(?:then )?i(?:['’]ll| will))\b/i;

/** What the last words of a turn leave open. */
export function leftOpen(turn: TurnView): Item[] {
  const from = { by: 'agent', turn: turn.number } as const;
  const asked = closingRequest(turn.closing).map((text) => ({ text, from }));
  const ordered = turn.finished ? askedOfUser(turn.closing).map((text) => ({ text, from })) : [];
  const listed = [
    ...ordered,
    ...[...listUnderHeading(turn.closing), ...labelled(turn.closing)]
      // What the user is asked waits for the user.
      .filter((text) => asked.length === 0 || !/[?？]$/.test(text))
      .map((text) => ({ text, from })),
  ];
  const sentences = splitSentences(withoutPastes(turn.closing));
  const items = itemsIn(turn.closing);
  const cued = sentences
    .map((sentence, at) => ({ sentence, before: sentences[at - 1] ?? '', after: sentences[at + 1] ?? '' }))
    .filter(({ sentence }) => isLeftOpen(sentence, items) && !/[?？]\s*$/.test(sentence))
    .filter(({ sentence }) => sentence.length >= MIN_SENTENCE)
    .filter(({ sentence }) => ![...listed, ...asked].some(({ text }) => saysSame(sentence, text)))
    .slice(-4)
    // `After that, I'll run it again` says nothing without what stands before it.
    .map(({ sentence, before, after }) =>
      /^(?:after|once|when) (?:that|this|it)\b/i.test(sentence) ? `${before} ${sentence}` : withNext(sentence, after),
    )
    .map((sentence) => ({ text: `Agent: ${sentence}`, from }));
  return [...asked, ...listed, ...cued];
}

/** `You need to set it at:` says where in the next line. */
function withNext(sentence: string, after: string): string {
  return sentence.endsWith(':') ? `${sentence} ${after}`.trim() : sentence;
}

/** `Not pushed.` is a state that git knows. */
const MIN_SENTENCE = 16;

function saysSame(sentence: string, item: string): boolean {
  const words = item.replace(/^Waiting for the user: /, '').slice(0, 40);
  return sentence.includes(words) || item.includes(sentence);
}

/** `Not pushed, as you asked` leaves nothing to do. */
const AS_WISHED =
  /\b(?:per your (?:instructions?|request|wish)|as (?:you )?(?:asked|instructed|requested|wished|agreed)|as per your)\b/i;

/** What stands in lists: words in another language may only name what an item describes. */
function itemsIn(text: string): ReadonlySet<string> {
  const lines = withoutPastes(text).split('\n');
  return new Set(splitSentences(lines.filter((line) => /^\s*[-*+•]\s/.test(line)).join('\n')));
}

/** `You should see 3 builds in progress` says what a page shows. */
const SHOWS = /^\W*(?:\d[.)] )?you(?:['’]ll| will| should)? (?:now )?see\b/i;

function isLeftOpen(sentence: string, items: ReadonlySet<string>): boolean {
  if (AS_WISHED.test(sentence)) return false;
  if (SHOWS.test(sentence)) return false;
  // What git has not been told of is no work.
  if (/\buntracked\b/i.test(sentence)) return false;
  // What stands in parentheses only describes the thing before it.
  return (
    CUE.test(sentence.replace(/ \([^()]{1,80}\)/g, '')) ||
    (!items.has(sentence) && isOtherLanguage(sentence) && otherLanguages.remaining.test(sentence))
  );
}

/** Before what nobody has agreed to yet. */
export const PROPOSED = 'Proposed by the agent: ';

const PROPOSES = /^(?:next|recommended|suggested|follow)(?!.*\b(?:you|your|user)\b)/i;

/** The bullets below a heading that speaks of what remains. */
function listUnderHeading(text: string): string[] {
  const found: string[] = [];
  let inside = false;
  let by = '';
  for (const line of withoutPastes(text).split('\n')) {
    const plain = plainLine(line);
    const title = plain.replace(/[:.：]$/, '').trim();
    if (HEADING.test(title) || HEADING_ELSEWHERE.test(title)) {
      inside = true;
      by = PROPOSES.test(plain) ? PROPOSED : '';
    } else if (inside && /^\s*(?:[-*+•]|\d{1,2}[.)])\s/.test(line))
      found.push(`${by}${plain.replace(/^\d{1,2}[.)]\s*/, '')}`);
    else if (inside && plain !== '' && !/^\s{2,}/.test(line)) inside = false;
  }
  return found.filter((item) => !/^(?:Proposed by the agent: )?(?:none|nothing)\b/i.test(item)).slice(0, 12);
}

const LEADS_TO = /^[^.,;→]{1,40} ?(?:→|->|=>) ?[^.,;→]{1,40}$/;

function labelled(text: string): string[] {
  return (
    withoutPastes(text)
      .split('\n')
      .flatMap((line) => [plainLine(line), ...splitSentences(line)])
      .flatMap((sentence) => LABEL.exec(sentence)?.[1] ?? [])
      // `Next: Review → Sign` is where a button leads.
      .filter((item) => !/^(?:none|nothing)\b/i.test(item) && !LEADS_TO.test(item))
      .map((item) => cutWords(item, BOUNDS.next_actions.length))
  );
}
