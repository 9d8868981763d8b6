import { begunIn } from './about-to-do.ts';
import { commandKind } from './command-kind.ts';
import { requestText } from './goals.ts';
import { findChoice } from './options.ts';
import { closingOffer, closingQuestion } from './proposals.ts';
import { cutWords, firstSentences, withoutPastes } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';
import { isTelling } from './telling.ts';

const MAX_REQUEST = 160;

/** What is left of a request that the agent has not answered, where nothing says it better. */
export function unanswered(view: SessionView, last: TurnView): Item[] {
  if (last.finished || last.kind === 'nothing') return [];
  // The whole of what the user asked for is the current task.
  const agreed = last.kind === 'agreement' ? proposed(view, last) : '';
  const request = agreed || cutWords(requestText(view, last), MAX_REQUEST);
  const from = { by: 'user', turn: last.number } as const;
  const verbs = {
    interrupted: 'Continue (interrupted)',
    'api-error': 'Repeat (stopped by an API error)',
    open: 'Finish',
  };
  if (last.kind === 'question') return [{ text: `Answer the user: ${request}`, from }];
  // The request is the current task; how far the agent has come with it says more.
  const begun = begunIn(last);
  if (begun !== undefined && begun.done !== '')
    return [
      {
        text: `${begun.isSeveral ? 'Finish what the agent began' : 'Go on from'}: ${cutWords(begun.doing, MAX_BEGUN)} (since then ${begun.done})`,
        from: { by: 'agent', turn: last.number },
      },
    ];
  const verb = last.turn.steps.length === 0 ? 'Do' : verbs[last.turn.outcome === 'done' ? 'open' : last.turn.outcome];
  const text = [request === '' ? '' : `${verb}: ${request}`, waitsFor(last)].filter((words) => words !== '').join(' ');
  return [{ text, from }];
}

/** Commands that were started last and had not come back. */
export function withoutResult({ calls, number, finished }: TurnView): Item[] {
  const back = calls.findLastIndex(({ call }) => call.result !== 'open');
  const started = finished ? [] : calls.slice(back + 1).flatMap(({ call }) => call.command ?? []);
  // A look around is soon done again.
  const open = started.filter((command) => commandKind(command) !== 'look');
  if (open.length === 0) return [];
  const named = open.slice(-MAX_AGENTS).map((command) => `\`${cutWords(command, MAX_TASK)}\``);
  return [{ text: `See what came of ${named.join(', ')}: no result yet`, from: { by: 'command', turn: number } }];
}

function waitsFor({ calls }: TurnView): string {
  const open = calls.filter(({ call }) => call.action === 'agent' && call.result === 'open').slice(-MAX_AGENTS);
  const tasks = open.flatMap(({ call }) => call.description ?? []).map((text) => cutWords(text, MAX_TASK));
  return tasks.length === 0 ? '' : `(a subagent was at work: ${tasks.join('; ')})`;
}

const MAX_AGENTS = 3;
const MAX_TASK = 110;

const MAX_BEGUN = 240;

/** `do it` means what the agent had proposed. */
function proposed(view: SessionView, turn: TurnView): string {
  const closing = view.turns[turn.number - 2]?.closing ?? '';
  const choice = findChoice(closing);
  if (choice?.asked) return `${choice.topic}: ${choice.options.map(({ title }) => title).join('; ')}`;
  const offer = closingQuestion(closing) || closingOffer(closing);
  const proposal = firstSentences(withoutPastes(closing), 200);
  return isTelling(offer) || proposal === '' ? offer : `what the agent proposed: ${proposal}`;
}
