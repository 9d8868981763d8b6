import type { AnswerOption } from '../core/session.ts';
import { BOUNDS } from './bounds.ts';
import { withoutDirectory } from './command-outcome.ts';
import { requestText } from './goals.ts';
import { findChoice } from './options.ts';
import { closingOffer, closingQuestion, isEmptyQuestion } from './proposals.ts';
import { cutWords } from './sentences.ts';
import type { CallView, Item, SessionView, TurnView } from './session-view.ts';
import { isTelling } from './telling.ts';
import { planTitle } from './title-of-work.ts';

/** What waits for a word of the user before the work can go on: what was rejected, or questions that were put by a tool. */
export function waitsForUser(view: SessionView): Item[] {
  return [...rejected(view), ...asked(view)];
}

const MAX_QUESTIONS = 3;

function asked(view: SessionView): Item[] {
  // A question that the session went on after is not open any more.
  if (view.calls.at(-1)?.call.action !== 'question') return [];
  return view.session.answers
    .filter(({ answer }) => answer === undefined)
    .slice(-MAX_QUESTIONS)
    .flatMap(({ question, options = [] }) => [`Waiting for the user: ${question}`, ...optionsOf(options)])
    .map((text) => ({ text, from: { by: 'question' as const } }));
}

/** An answer may be no more than the name of one of them: what it means goes with it, as far as there is room. */
function optionsOf(options: readonly AnswerOption[]): string[] {
  if (options.length === 0) return [];
  const room = Math.floor((BOUNDS.next_actions.length - OPTIONS.length) / options.length) - 2;
  const told = options.map(({ label, description }) =>
    cutWords(description === '' ? label : `${label} — ${description.replace(/\.$/, '')}`, room),
  );
  return [`${OPTIONS}${told.join('; ')}`];
}

const OPTIONS = 'Options: ';

const BY_THE_USER =
  /\b(?:user|human) (?:doesn['’]t want to|does not want to|rejected|declined|denied)|rejected by (?:the )?user/i;

/** The user said no to the last thing that the agent wanted to do, and has said nothing since. */
function rejected(view: SessionView): Item[] {
  const [last, entry] = [view.turns.at(-1), view.calls.at(-1)];
  if (last === undefined || entry === undefined || entry.turn !== last.number || last.closing !== '') return [];
  if (entry.call.result !== 'refused' || !BY_THE_USER.test(entry.call.output ?? '')) return [];
  const from = { by: 'user', turn: last.number } as const;
  const what = whatWas(entry, view);
  if (isTurnedDown(entry))
    return [{ text: `Ask the user how to go on: ${what} was rejected, and nothing of it is done`, from }];
  const request = cutWords(requestText(view, last), MAX_CALL);
  const work = isTelling(request) ? ` with “${request}”` : '';
  return [{ text: `Ask the user how to go on${work}: they stopped the agent at ${what}`, from }, ...passedOver(last)];
}

/** What the agent had asked before it went on by itself and was stopped. */
function passedOver({ number, turn: { steps } }: TurnView): Item[] {
  const said = steps.flatMap((step) => (step.kind === 'text' ? [step.text] : []));
  const asked = said.slice(-LAST_TEXTS).flatMap(closingRequest).at(-1);
  return asked === undefined ? [] : [{ text: asked, from: { by: 'agent', turn: number } }];
}

const LAST_TEXTS = 3;

/** Whether a plan or an edit was shown and refused. Of a command that was under way, Claude Code says the same when its user presses Esc. */
export function isTurnedDown({ call }: CallView): boolean {
  return call.result === 'refused' && (call.action === 'plan' || call.action === 'edit');
}

const MAX_CALL = 120;

function whatWas({ call, paths }: CallView, view: SessionView): string {
  const plan = /exit_?plan/i.test(call.tool) ? planTitle(view.session.plans.at(-1)?.text ?? '') : '';
  if (plan !== '') return `the plan “${plan}”`;
  if (call.command !== undefined) return `\`${cutWords(withoutDirectory(call.command), MAX_CALL)}\``;
  return cutWords([call.tool, ...paths].join(' '), MAX_CALL);
}

/** The question or the offer that the agent ends with, with the options that it gives, or what it is about. */
export function closingRequest(closing: string): string[] {
  const question = closingQuestion(closing);
  if (question === '' || isEmptyQuestion(question)) {
    const offer = closingOffer(closing);
    return offer === '' ? [] : [`Waiting for the user, to whom the agent offers: ${offer}`];
  }
  const choice = findChoice(closing);
  const isAboutOptions =
    choice !== undefined &&
    (choice.asked || /\boption [a-h1-9]\b/i.test(question)) &&
    closing.replaceAll('**', '').lastIndexOf(choice.options.at(-1)?.text.slice(0, 30) ?? '\0') > closing.length / 3;
  if (!isAboutOptions) return [`Waiting for the user: ${question}`];
  const options = choice.options.map(({ key, title }) => `${key}: ${title}`).join('; ');
  return [`Waiting for the user: ${choice.topic === '' ? question : `${choice.topic}?`} (${options})`];
}
