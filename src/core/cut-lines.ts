/** A line or a sentence of it; the first of a line opens it. */
interface Unit {
  readonly text: string;
  readonly opens: boolean;
}

/** Of the limit: the end, where agents ask and offer, and users say what holds. */
const END = 0.3;
const MIN_HEAD = 20;
/** What is ticked off is missed least. */
const TICKED = /[✅✔☑✓]|^- \[x\]/i;
/** What warns, or says why, is missed most. */
const POINTED =
  /\b(?:caveats?|warnings?|careful|note that|worth (?:flagging|knowing|noting)|however|except|not yet|still|unverified|untested|risks?|bugs?|wrong|fail(?:s|ed)?|broken|blocked|must|never|because|things? (?:follow|to))\b/i;

/** A path, a value, a name of code. */
const FACT = /`|\d|\w\/\w/;
const COURTESY =
  /^(?:(?:great|good|excellent|perfect|awesome|nice)(?: (?:question|idea|point|catch|news|thinking))?|exactly(?: right)?|absolutely|(?:yes,? )?you['’]?re (?:absolutely )?right)[^\p{L}\d]*$|^(?:would you like|do you want|want) me to .{1,200}\?$/iu;
/** Heads a list of what is well as it is. */
const PRAISES = /^[#*\s]*(?:positives?\b|strengths\b|what(?:['’]s| is| went| works)? (?:good|well|working|right)\b)/i;

/**
 * Whole sentences within a limit: the first and the last ones; of what is between, what is ticked off or praised goes first, then what names
 * nothing, last what warns and what speaks of a name that is wanted.
 */
export function cutLines(text: string, limit: number, wanted: readonly string[] = []): string {
  if (text.length <= limit) return text;
  const units = withoutGreeting(unitsOf(text));
  const praise = praiseIn(units);
  const worthOf = (unit: Unit) => {
    if (wanted.some((name) => unit.text.includes(name))) return WANTED;
    return praise.has(unit) ? 0 : worth(unit);
  };
  const from = endOf(units, limit * END);
  const end = units.slice(from).map((unit) => ({ ...unit, text: lastWords(unit.text, limit / 2) }));
  const room = limit - lengthOf(end) - 3;
  const [first, ...others] = units.slice(0, from);
  if (first === undefined) return firstWords(text, limit);
  const head = { ...first, text: firstWords(first.text, Math.max(MIN_HEAD, room)) };
  const kept = withinRoom(others, room - head.text.length - 1, worthOf);
  const leftOut = new Set(others.filter((unit) => !kept.has(unit)));
  return join([head, ...others, ...end], withLabels(others, leftOut));
}

/** `Perfect!` and `Great question!` are no first words. */
function withoutGreeting(units: readonly Unit[]): readonly Unit[] {
  const first = units.findIndex(({ text }) => /[\p{L}\d]/u.test(text) && !COURTESY.test(text.trim()));
  return first <= 0 ? units : units.slice(first).map((unit, at) => (at === 0 ? { ...unit, opens: true } : unit));
}

/** A label whose list was left out goes with it. */
function withLabels(units: readonly Unit[], leftOut: ReadonlySet<Unit>): Set<Unit> {
  const labels = units.filter((unit, at) => {
    const next = units[at + 1];
    return unit.text.endsWith(':') && next !== undefined && leftOut.has(next);
  });
  return new Set([...leftOut, ...labels]);
}

function unitsOf(text: string): Unit[] {
  return text
    .split('\n')
    .flatMap((line) =>
      line
        .split(/(?<!\b(?:vs|etc|e\.g|i\.e)\.)(?<=[^\d\s][.!?]["')\]*_`]?) (?=\S)|(?<=[。！？])/)
        .map((part, at) => ({ text: part, opens: at === 0 })),
    );
}

/** Where the units begin that have room at the end, at least the last one. */
function endOf(units: readonly Unit[], room: number): number {
  let from = units.length - 1;
  while (from > 1 && lengthOf(units.slice(from - 1)) <= room) from -= 1;
  return from;
}

function withinRoom(units: readonly Unit[], room: number, worthOf: (unit: Unit) => number): Set<Unit> {
  const kept = new Set(units);
  let length = lengthOf(units);
  for (const unit of units.toReversed().sort((one, other) => worthOf(one) - worthOf(other))) {
    if (length <= room) break;
    kept.delete(unit);
    // A mark may come in its place.
    length -= unit.text.length - 1;
  }
  return kept;
}

/** `Never again.` says nothing alone. */
const MIN_POINTED = 40;

/** What is below it may be looked up once it is known to be there. */
const HEADING = /^\s*#{1,4} /;

/** How much a unit is missed. */
function worth({ text }: Unit): number {
  if (HEADING.test(text)) return 4;
  if (TICKED.test(text) || COURTESY.test(text.trim())) return 0;
  if (text.length >= MIN_POINTED && POINTED.test(text)) return 3;
  return FACT.test(text) ? 2 : 1;
}

const WANTED = 5;

/** The lists below such a heading, with it. */
function praiseIn(units: readonly Unit[]): Set<Unit> {
  let isPraise = false;
  return new Set(
    units.filter(({ text, opens }) => {
      if (opens) isPraise = PRAISES.test(text) || (isPraise && text.startsWith('- '));
      return isPraise;
    }),
  );
}

/** The start of a sentence that is too long by itself. */
function firstWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, Math.floor(limit) - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > limit * 0.6 ? cut.slice(0, space) : cut).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Its end. */
function lastWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(-Math.floor(limit));
  return `…${cut.slice(cut.indexOf(' ') + 1).replace(/^[\udc00-\udfff]/, '')}`;
}

function lengthOf(units: readonly Unit[]): number {
  return units.reduce((total, { text }) => total + text.length + 1, 0);
}

/** A mark stands in the place of what was left out. */
function join(units: readonly Unit[], leftOut: ReadonlySet<Unit>): string {
  let text = '';
  let isGap = false;
  for (const unit of units) {
    if (leftOut.has(unit) || unit.text.trim() === '…') {
      if (!isGap) text += '\n…';
      isGap = true;
      continue;
    }
    text += text === '' ? unit.text : `${unit.opens || isGap ? '\n' : ' '}${unit.text}`;
    isGap = false;
  }
  return text;
}
