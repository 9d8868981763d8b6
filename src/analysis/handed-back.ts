import type { Todo } from '../core/session.ts';
import { splitSentences, withoutPastes } from './sentences.ts';
import { type CallView, isEdit, type SessionView } from './session-view.ts';

/** `Delegate the review to agents`: done when they have reported; what is then made of it is another task. */
const DELEGATES =
  /^(?:delegat|dispatch|spawn|launch|kick(?:ing)? off|fan(?:ning)? out|wait(?:ing)? for|start|run)\w*\b.{0,80}?\b(?:(?:sub-?)?agents?|reviewers?|explorers?|workers?)\b/i;
const GOES_ON = /\bthen\b|\b(?:collect|aggregat|synthesi[sz]|consolidat|summari[sz]|apply|fix|implement|merge)/i;
/** `Both fixes landed.` */
const ALL_BACK =
  /^(?:both|all|every)\b[^.!?]{0,60}\b(?:landed|done|back|in|completed?|finished|reported(?: back)?)(?=[\s]*(?:$|[.!,;:—–-]))/i;
const NOT_ALL = /\b(?:but|except|not|n['’]t|still|fail\w*|only|almost|nearly|once|when|until|if|after)\b/i;

/** Which tasks in progress were left to subagents that have all reported since, though nobody ticked them off. */
export function handedBack(view: SessionView): readonly Todo[] {
  const since = view.calls.slice(view.calls.findLastIndex(({ call }) => call.action === 'plan') + 1);
  const started = since.filter(({ call }) => call.action === 'agent');
  if (started.length === 0 || since.some(isEdit) || !haveReported(view, started)) return [];
  const doing = view.session.todos.filter(({ status, owner }) => status === 'in_progress' && owner === undefined);
  if (doing.length <= started.length && saysAllBack(view, started)) return doing;
  return doing.filter(({ text }) => DELEGATES.test(text) && !GOES_ON.test(text));
}

function haveReported({ session: { subagents } }: SessionView, started: readonly CallView[]): boolean {
  const last = subagents.slice(-started.length);
  return last.length === started.length && last.every(({ result }) => result !== undefined);
}

/** In the words since the last of them was started. */
function saysAllBack({ turns }: SessionView, started: readonly CallView[]): boolean {
  const last = started.at(-1);
  const steps = turns.slice((last?.turn ?? 1) - 1).flatMap(({ turn }) => turn.steps);
  const from = steps.findIndex((step) => step.kind === 'tool' && step.call === last?.call);
  return steps
    .slice(from + 1)
    .flatMap((step) => (step.kind === 'text' ? splitSentences(withoutPastes(step.text)) : []))
    .some((sentence) => ALL_BACK.test(sentence) && !NOT_ALL.test(sentence));
}
