import { proseLines } from './agent-words.ts';
import { closingQuestion } from './proposals.ts';
import { cutWords, plainLine, splitSentences, subjectWords } from './sentences.ts';

/** One of the ways that an agent lets the user choose from. */
export interface Option {
  /** `a`, `b` … or `1`, `2` … */
  readonly key: string;
  /** What it is, without the reasons that follow it. */
  readonly title: string;
  readonly text: string;
}

export interface Choice {
  /** What is being chosen: the question, or the words before the first option. */
  readonly topic: string;
  readonly options: readonly Option[];
  /** The words before or after the list ask which of them it shall be. */
  readonly asked: boolean;
}

const OPTION =
  /^\s*(?:>\s*|#{2,4}\s*)?(?:[-*•]\s+)?(?:\*\*)?\(?(?:option\s+)?([a-h]|[1-9])(?:\*\*)?(?:[.):]|\s+[—–-])\s*(?:\*\*)?\s*(\S.*)$/i;
/** `### Option 2: Buy a lens`, with steps of its own below it. */
const HEADING = /^\s*(?:#{1,4}\s*|\*\*)option\s+[a-h1-9]\b/i;
const MAX_TITLE = 110;

/** The last list of options in a text, with what it is about; undefined when there are not at least two. */
export function findChoice(text: string): Choice | undefined {
  const lines = proseLines(text).filter((line) => line.trim() !== '');
  const last = groupsOf(lines).findLast(({ options }) => options.length >= 2);
  return last && { topic: topicOf(lines, last), options: last.options, asked: isAsked(lines, last) };
}

interface Group {
  readonly from: number;
  readonly to: number;
  readonly options: readonly Option[];
}

/** Options that follow each other in the order of their keys; lines between two of them belong to the first. */
function groupsOf(lines: readonly string[]): Group[] {
  const groups: { from: number; to: number; options: Option[] }[] = [];
  for (const { at, option } of optionsIn(lines)) {
    const open = groups.at(-1);
    if (open !== undefined && follows(open.options.at(-1)?.key ?? '', option.key)) {
      open.options.push(option);
      open.to = at;
    } else if (option.key === 'a' || option.key === '1') groups.push({ from: at, to: at, options: [option] });
  }
  return groups;
}

/** Where options call themselves so in headings, only these. */
function optionsIn(lines: readonly string[]): { readonly at: number; readonly option: Option }[] {
  const areHeadings = lines.filter((line) => HEADING.test(line)).length >= 2;
  return lines.flatMap((line, at) => {
    const [, key = '', marked = ''] = OPTION.exec(line) ?? [];
    if (key === '' || (areHeadings && !HEADING.test(line))) return [];
    // The pattern may have taken the stars that open a bold title.
    const words = marked.split('**').length % 2 === 0 ? `**${marked}` : marked;
    return [{ at, option: { key: key.toLowerCase(), title: titleOf(words), text: plainLine(words) } }];
  });
}

function follows(before: string, after: string): boolean {
  return before.length === 1 && after.charCodeAt(0) === before.charCodeAt(0) + 1;
}

/** `Small block (~3-5 lines) — a compact version …` is the small block. */
function titleOf(words: string): string {
  const bold = /^\*\*([^*]{3,110}?)\*\*/.exec(words)?.[1];
  const [first = ''] = splitSentences(plainLine(bold ?? words));
  const title = (first.split(/\s+[—–]\s+/)[0] ?? first).replace(/[.:]$/, '');
  // `Just do it` needs what stands behind it.
  return cutWords(subjectWords(title).size > 0 ? title : plainLine(words).replace(/[.:?]$/, ''), MAX_TITLE);
}

/** Heads a list of what was done, not of what could be. */
const REPORTED = /^(?:what (?:i|was|has)\b|changes?\b|summary\b|done\b|here['’]s what i)/i;

function isAsked(lines: readonly string[], { from, to }: Group): boolean {
  if (REPORTED.test(plainLine(lines[from - 1] ?? ''))) return false;
  const around = [...lines.slice(Math.max(0, from - 2), from), ...lines.slice(to + 1, to + 4)].join(' ');
  return (
    /\b(?:which|options?|prefer|choose|pick|either|approach(?:es)?|ways to)\b/i.test(around) &&
    /\?|options?/.test(around)
  );
}

const GENERIC = /^(?:which|what do you|thoughts|does that|does this|do you want|want me|sound|look|ok\b|agree|any)/i;

/** `Your options:` are about what the heading above them says. */
function headingAbove(lines: readonly string[], from: number): string | undefined {
  const heading = lines.slice(0, from).findLast((line) => /^\s*#{1,4}\s/.test(line));
  return heading === undefined ? undefined : plainLine(heading).replace(/^decision(?: needed)?:\s*/i, '');
}

/** Lists what is to be done or how things stand. */
const TELLS =
  /^(?:(?:the |my |your |some |suggested |recommended |immediate |operational |remaining |possible |pending |open |current )*(?:next (?:steps?|options?)(?: options?)?|prochaines étapes(?: possibles)?|to-?dos?|tasks?|tickets?|backlog(?: items)?|follow-?ups?)|status|check ?list|progress|verification|test plan|how to \w+.*|steps|summary|changes(?: made)?|files|quick start\b.*|次(?:の(?:ステップ|アクション|手順)|に(?:やること|できること|すること))|残タスク|下一步(?:计划|工作)?|后续(?:步骤|工作)|다음 (?:단계|작업|할 일))(?: \([^()]*\))?\W*$/iu;

/** Whether the list is of what is to be done next: who takes one of them gives an order, and it is over when it was done. */
export function isToDo({ topic }: Choice): boolean {
  return TELLS.test(topic);
}

/** Whether a reply may take one of them: not of next steps or of the state of things, unless a question follows. */
export function isOffered({ topic, asked }: Choice, closing: string): boolean {
  return asked || !TELLS.test(topic) || closingQuestion(closing) !== '';
}

const OFFERS = /^(?:if you(?:['’]d)? (?:want|like|prefer)\b.{0,30}, )?(?:i can|i could|next(?: steps?)?)\b.{0,60}:$/i;

/** The lines that lead to the options: a question above another list, or above an offer, is about that. */
function introducing(lines: readonly string[], from: number): readonly string[] {
  if (OFFERS.test(plainLine(lines[from - 1] ?? ''))) return [];
  const near = lines.slice(Math.max(0, from - 3), from);
  return near.slice(near.findLastIndex((line) => /^\s*[-*•]\s/.test(line)) + 1);
}

/** The question before the options says it best, then one after them that is not only `Which one?`, then the words before. */
function topicOf(lines: readonly string[], { from, to }: Group): string {
  const questions = (part: readonly string[]) =>
    part.flatMap((line) => splitSentences(line)).filter((sentence) => /\?["')*_\s]*$/.test(sentence));
  const before = questions(introducing(lines, from)).at(-1);
  const after = questions(lines.slice(to + 1, to + 4)).findLast(
    (sentence) => !GENERIC.test(sentence) && sentence.length > 20,
  );
  const [label, heading] = [splitSentences(lines[from - 1] ?? '').at(-1), headingAbove(lines, from)];
  const isBare = /^(?:your |the )?(?:options?|choices|approaches)(?: are)?:?$/i.test(plainLine(label ?? ''));
  const topic = plainLine(before ?? after ?? (isBare ? heading : undefined) ?? label ?? '').replace(
    /^(?:\*\*)?(?:question|q)\s*\d*(?: of ~?\d+)?\s*[:—–-]\s*/i,
    '',
  );
  return cutWords(topic.replace(/[:?.\s]+$/, ''), 140);
}
