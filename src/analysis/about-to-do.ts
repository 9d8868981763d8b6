import { DENSE_NEXT, isDense } from './cues.ts';
import { splitSentences, withoutPastes } from './sentences.ts';
import type { Item, TurnView } from './session-view.ts';
import { isTelling } from './telling.ts';

const LEAD =
  '^(?:(?:ok(?:ay)?|good|great|perfect|right|so|and|also|got it|all (?:good|green)|tests? pass(?:es)?)[,.!: —-]+)*';
/** `Now let me …`, `I'll …`, `On to …`: what follows is what the agent does next. */
const INTENT = new RegExp(
  String.raw`(?:^.{8,}, (?:so|then) |${LEAD})(?:(?:now|next|then|first)[, ]+)?(?:let me|let['’]s|i(?:['’]ll| will)|i['’]m going to|i need to|i still need to|time to|moving on to|on to)\s+(?:now |next |then |also |first )?(.{8,})$`,
  'i',
);
/** `I’m trimming that field and then I’ll rerun the suite`; without an end it may be over. */
const DOING = new RegExp(String.raw`${LEAD}(?:(?:now|next)[, ]+)?(i['’]m \w+ing .{8,}\bthen i['’]ll .{8,})$`, 'i');
/** `I’m checking whether X gives that`: under way, as long as nothing was edited since. */
const UNDER_WAY = new RegExp(
  String.raw`${LEAD}(?:(?:now|next|first)[, ]+)?i['’]m (?:now |also |just )?(\w+ing .{8,})$`,
  'i',
);
/** `Now the hardening of X:`, `The cleanest fix: change the signatures`. */
const NAMED =
  /^(?:now|next)[, :]+(?:for |on to )?((?:the|a|an|add|fix|update|wire|write|move|replace|rename|remove|run|apply|implement|test)\b.{8,})$|^the (?:cleanest|simplest|best|right|proper) (?:fix|approach|way|change)(?: is(?: to)?|:) (.{8,})$/i;

/** Of a turn that still runs: what the agent said that it does next. */
export function aboutToDo(last: TurnView): Item[] {
  const said = last.turn.steps.findLast((step) => step.kind === 'text');
  if (said?.kind !== 'text' || !isRunning(last, said.text)) return [];
  const intents = splitSentences(withoutPastes(said.text))
    .flatMap((sentence) => intentIn(sentence.replace(/[:.]$/, ''), isBegun(last)))
    .filter((intent) => isTelling(intent) && !/^\w+ (?:it|this|that|them|these|those)\b/i.test(intent))
    .slice(-2);
  return intents.map((text) => ({
    text: `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`,
    from: { by: 'agent', turn: last.number },
  }));
}

/** Whether a file was edited since the agent said so: then it may be done. */
export function isBegun({ turn: { steps } }: TurnView): boolean {
  const said = steps.findLastIndex((step) => step.kind === 'text');
  return steps.slice(said + 1).some((step) => step.kind === 'tool' && step.call.action === 'edit');
}

/** A turn without an end whose last words choose a way was going to take it. */
function isRunning({ finished, turn }: TurnView, said: string): boolean {
  return !finished || (turn.outcome === 'open' && NAMED.test(splitSentences(said)[0] ?? ''));
}

function intentIn(sentence: string, isBegunSince: boolean): string[] {
  const underWay = isBegunSince ? undefined : UNDER_WAY.exec(sentence);
  const [, named, chosen] = NAMED.exec(sentence) ?? [];
  if (isDense(sentence)) return DENSE_NEXT.test(sentence) ? [sentence] : [];
  const found = INTENT.exec(sentence)?.[1] ?? named ?? chosen ?? DOING.exec(sentence)?.[1] ?? underWay?.[1];
  return found === undefined ? [] : [found];
}
