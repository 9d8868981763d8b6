import { commandKind, kindsOf } from './command-kind.ts';
import { splitSentences } from './sentences.ts';
import type { CallView, Item, SessionView } from './session-view.ts';

/** `I need to build the core first since it is a dependency` */
const FIRST =
  /\bi(?:['’]ll| will| need to| have to| must) (?:first )?(?:re)?(?:build|run|generate|start|install)\b.{3,80}\bfirst\b.{0,12}\b(?:since|because|as)\b/i;
/** So many calls later, what was held up went well. */
const SOON = 2;
const MAX_COMMAND = 80;
const MAX_TOLD = 2;

/** What has to be run before a check goes well, as the agent found out: it said so, ran it, and then the check passed. */
export function firstNeeded({ calls, turns }: SessionView, length: number): Item[] {
  return calls
    .flatMap((entry, at): Item[] => {
      const why = splitSentences(entry.said);
      const first = plainCommand(entry);
      const check = calls.slice(at + 1, at + 1 + SOON).find((later) => isGoodCheck(later) && later.turn === entry.turn);
      const needed = check === undefined ? '' : plainCommand(check);
      if (!why.some((one) => FIRST.test(one)) || !isGood(entry) || first === '' || needed === '' || needed === first)
        return [];
      const text = `\`${needed}\` needs \`${first}\` first: ${why.at(0)}`;
      return text.length > length ? [] : [{ text, from: { by: 'agent', turn: entry.turn } }];
    })
    .filter(({ from }) => (from?.turn ?? 0) > turns.length - LAST_TURNS)
    .slice(-MAX_TOLD);
}

const LAST_TURNS = 5;

function isGood({ call, failed }: CallView): boolean {
  return call.action === 'command' && call.result === 'ok' && !failed;
}

function isGoodCheck(entry: CallView): boolean {
  return isGood(entry) && ['build', 'test', 'lint'].includes(commandKind(entry.call.command ?? ''));
}

/** The one thing that a command does, without what only looks at its output; empty when it does more. */
function plainCommand({ call }: CallView): string {
  const [only, ...more] = kindsOf(call.command ?? '').filter(({ kind }) => kind !== 'look');
  return only === undefined || more.length > 0 || only.text.length > MAX_COMMAND
    ? ''
    : only.text.replace(/\s+2>&1$/, '');
}
