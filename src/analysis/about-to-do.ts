import { callObject } from './call-object.ts';
import { commandKind } from './command-kind.ts';
import { withoutDirectory } from './command-outcome.ts';
import { DENSE_NEXT, isDense } from './cues.ts';
import { cutWords, splitSentences, withoutPastes } from './sentences.ts';
import { type CallView, type Item, isEdit, type TurnView } from './session-view.ts';
import { isTelling } from './telling.ts';
import { trailingList } from './trailing-list.ts';

const LEAD =
  '^(?:(?:ok(?:ay)?|good|great|perfect|right|so|and|also|got it|all (?:good|green)|tests? pass(?:es)?)[,.!: —-]+)*';
/** `The tree is detached, so`, `The test covers the rest;`, `Since nobody has done it,` */
const AFTER = '^(?:.{8,}(?:, (?:so|then)|;| [—–])|(?:since|because|given|as) .{4,80},) ';
/** `Now let me …`, `I'll …`, `On to …`: what follows is what the agent does next. */
const INTENT = new RegExp(
  String.raw`(?:${AFTER}|${LEAD})(?:(?:now|next|then|first)[, ]+)?(?:let me|let['’]s|i(?:['’]ll| will)|i['’]m going to|i need to|i still need to|time to|moving on to|on to)\s+(?:now |next |then |also |first )?(.{8,})$`,
  'i',
);
/** `I’m trimming that field and then I’ll rerun the suite`; without an end it may be over. */
const DOING = new RegExp(String.raw`${LEAD}(?:(?:now|next)[, ]+)?(i['’]m \w+ing .{8,}\bthen i['’]ll .{8,})$`, 'i');
/** `I’m checking whether X gives that`; who keeps, reads or waits for something is not at a step of the work. */
const UNDER_WAY = new RegExp(
  String.raw`(?:${AFTER}|${LEAD})(?:(?:now|next|first)[, ]+)?i['’]m (?:now |also |just |still )?(?!(?:wait|keep|leav|treat|read|load|see|us)ing\b)(\w+ing .{8,})$`,
  'i',
);
const VERB =
  'add|fix|update|wire|write|create|move|replace|rename|remove|delete|apply|implement|(?:re-?)?(?:run|test|check|build|generate)|verify|confirm|commit|push|search|find|split|extract|merge|rebase|revert|restore|format|lint|install|switch|try|compare|measure|inspect|clean';
/** `Now the hardening of X:`, `The cleanest fix: change the signatures`. */
const NAMED = new RegExp(
  String.raw`^(?:now|next)[, :]+(?:for |on to )?((?:the|a|an|${VERB})\b.{8,})$|^the (?:cleanest|simplest|best|right|proper) (?:fix|approach|way|change)(?: is(?: to)?|:) (.{8,})$`,
  'i',
);
/** `Re-run the linter on everything touched:`, `Step 5: configure the colours`, `Taking screenshots of the page now`: right before the calls. */
const BEFORE_CALLS = new RegExp(
  String.raw`^\P{L}*(?:((?:${VERB})\b.{8,}):$|(?:step|task|phase|batch|part|group|stage|round) \d[\d.]*(?: of \d+)?[:.]? ?[—–:-]? ?(.{8,})$|(?:now |next,? )?((?!(?:noth|everyth|someth|anyth|warn|dur|accord|assum|be|wait|look|check|read|load|open|search|inspect|explor|keep|see)ing\b)(?:re-?)?\p{L}{2,}ing (?!(?:is|was|are|were|it|to|that this)\b).{8,})$)`,
  'iu',
);

/** Of a turn that still runs: what the agent said that it does next. */
export function aboutToDo(last: TurnView): Item[] {
  const said = last.turn.steps.findLast((step) => step.kind === 'text');
  if (said?.kind !== 'text' || !isRunning(last, said.text)) return [];
  const { head, items } = trailingList(withoutPastes(said.text));
  const sentences = splitSentences(head);
  const intents = sentences
    // What is said at length after it was what the agent wanted to say.
    .slice(-MAX_LAST_SENTENCES)
    .flatMap((sentence, at, all) =>
      intentIn(sentence).map((one) => (at === all.length - 1 && sentence.endsWith(':') ? withItems(one, items) : one)),
    )
    .concat(beforeCalls(sentences.at(-1) ?? ''))
    .filter((intent) => saysWhat(intent) && !DANGLING.test(intent));
  const back = looksBack(last);
  return [...new Set(intents)].slice(-2).map((text) => ({
    text: `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${LOOKS.test(text) ? back : ''}`,
    from: { by: 'agent', turn: last.number },
  }));
}

const LOOKS = /^(?:check|look|verify|inspect|search|find|read|see|examin|review|investigat|pull|fetch|get)\w*\b/i;

/** Whoever wanted to look and has looked begins with what was found, and not anew; who has not sees where it was to be. */
function looksBack({ calls, turn: { steps } }: TurnView): string {
  const since = steps.slice(steps.findLastIndex((step) => step.kind === 'text') + 1);
  const made = calls.filter(({ call }) => since.some((step) => step.kind === 'tool' && step.call === call));
  const out = made.filter(({ call }) => call.result === 'open');
  const names = (out.length > 0 ? out : made).slice(-MAX_LOOKS).map(lookedAt);
  const told = [...new Set(names)].filter((name) => name !== '').join(', ');
  if (told === '' || made.some(({ call }) => !['ok', 'failed', 'open'].includes(call.result))) return '';
  if (out.length > 0) return ` (asked for, no result yet: ${told})`;
  if (made.length > 1) return ` (the results are in of ${told})`;
  // One command may be the first of many; a place says what the look was for.
  return made[0]?.call.command === undefined ? ` (begun with ${told})` : '';
}

function lookedAt(entry: CallView): string {
  const { command } = entry.call;
  return command === undefined ? callObject(entry) : `\`${cutWords(withoutDirectory(command), MAX_COMMAND)}\``;
}

const MAX_LOOKS = 3;

const MAX_LAST_SENTENCES = 4;

/** `Update all pages to` lacks what the list behind it says. */
const DANGLING = /\b(?:to|with|the|a|an|and|or|of)$/i;

function withItems(intent: string, items: readonly string[]): string {
  return items.length === 0 ? intent : `${intent}: ${items.join('; ')}`;
}

/** `fixing that now` and `search for them` say nothing; `fixing that window` does. */
const POINTING =
  /^[\w-]+ (?:(?:for|at|into|through|on|up|with) )?(?:it|them|(?:this|that|these|those)(?=$|[,.;:]| (?:now|first|next|with|by|for|in|on|to|and|before|after|directly|up)\b))/i;

/** `Commit and push these changes` needs no other word. */
const DELIVERS = /^(?:(?:stage|add) .{0,30}\band )?(?:commit|push|deploy)\b(?! (?:it|them|this|that)\b)/i;

function saysWhat(intent: string): boolean {
  return (isTelling(intent) || DELIVERS.test(intent)) && !POINTING.test(intent);
}

/** `I'll add the tests, then rerun them`: more than one thing to do. */
const SEVERAL =
  /\bthen\b|,? and (?:then |finally )?(?:re-?)?\w+ (?:the|a|an|all|it|them)\b|\bafter that\b|\bbefore \w+ing\b/i;
const LOOK_BACK = 4;

interface Begun {
  readonly doing: string;
  /** More than one thing: some of it is left. */
  readonly isSeveral: boolean;
  readonly done: string;
}

/** What the agent of a running turn last said that it does, and what it has done since; several steps count also when it has said other things after them. */
export function begunIn(last: TurnView): Begun | undefined {
  const texts = last.turn.steps.flatMap((step, at) => (step.kind === 'text' ? [{ said: step.text, at }] : []));
  for (const [back, { said, at }] of texts.slice(-LOOK_BACK).reverse().entries()) {
    const intents = splitSentences(withoutPastes(said)).flatMap(intentIn).filter(saysWhat);
    const doing = back === 0 ? intents.at(-1) : intents.findLast((intent) => SEVERAL.test(intent));
    // What went wrong before the agent spoke again is what it spoke about.
    if (doing !== undefined && (back === 0 || !failedAfter(last, at)))
      return { doing, isSeveral: SEVERAL.test(doing), done: doneAfter(last, at) };
  }
  return undefined;
}

/** What was done since the agent said what it does, in a few words; empty when it only looked or still waits. */
export function doneSince(turn: TurnView): string {
  return doneAfter(
    turn,
    turn.turn.steps.findLastIndex((step) => step.kind === 'text'),
  );
}

/** The same for what came after this step of the turn. */
export function doneAfter({ calls, turn: { steps } }: TurnView, said: number): string {
  const since = new Set(steps.slice(said + 1).flatMap((step) => (step.kind === 'tool' ? [step.call] : [])));
  const done = calls.filter(({ call }) => since.has(call) && ['ok', 'failed'].includes(call.result));
  const files = [...new Set(done.filter(isEdit).flatMap(({ paths }) => paths))];
  const commands = done.filter(({ call }) => call.action === 'command' && commandKind(call.command ?? '') !== 'look');
  const command = commands.findLast(({ call }) => !PROBE.test(call.command ?? '')) ?? commands.at(-1);
  const agents = done.filter(({ call }) => call.action === 'agent').length;
  return [
    agents === 0 ? '' : `started ${agents === 1 ? 'an agent' : `${agents} agents`}`,
    files.length === 0 ? '' : `edited ${namesOf(files.slice(-MAX_FILES)).join(', ')}`,
    command === undefined
      ? ''
      : `ran \`${cutWords(withoutDirectory(command.call.command ?? ''), MAX_COMMAND)}\`${command.failed ? ', which failed' : ''}`,
  ]
    .filter((words) => words !== '')
    .join(', ');
}

/** A line of a program that was typed in only looks, as a rule. */
const PROBE = /^(?:node -[ep]|python3? -c|ruby -e|php -r)\b/;

function failedAfter({ calls, turn: { steps } }: TurnView, said: number): boolean {
  const since = new Set(steps.slice(said + 1).flatMap((step) => (step.kind === 'tool' ? [step.call] : [])));
  const done = calls.filter(({ call }) => since.has(call) && call.action === 'command');
  return done.findLast(({ call }) => commandKind(call.command ?? '') !== 'look')?.failed === true;
}

const MAX_FILES = 3;
const MAX_COMMAND = 60;

/** The names of files, with their folders where two are called the same. */
function namesOf(paths: readonly string[]): string[] {
  const names = paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
  return new Set(names).size === names.length ? names : paths.map((path) => path.split('/').slice(-2).join('/'));
}

/** A turn without an end whose last words choose a way was going to take it. */
function isRunning({ finished, turn }: TurnView, said: string): boolean {
  return !finished || (turn.outcome === 'open' && NAMED.test(splitSentences(said)[0] ?? ''));
}

function beforeCalls(sentence: string): string[] {
  if (intentIn(sentence).length > 0) return [];
  const [, ordered, step, doing] = BEFORE_CALLS.exec(sentence.replace(/\.$/, '')) ?? [];
  const found = ordered ?? step ?? doing;
  return found === undefined || isDense(sentence) ? [] : [found.replace(/:$/, '')];
}

function intentIn(whole: string): string[] {
  const sentence = whole.replace(/[:.]$/, '');
  const [, named, chosen] = NAMED.exec(sentence) ?? [];
  if (isDense(sentence)) return DENSE_NEXT.test(sentence) ? [sentence] : [];
  const found =
    DOING.exec(sentence)?.[1] ?? INTENT.exec(sentence)?.[1] ?? named ?? chosen ?? UNDER_WAY.exec(sentence)?.[1];
  return found === undefined ? [] : [found];
}
