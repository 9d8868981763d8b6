import { keptSpoken, keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { memoryOf } from './memory.ts';

/** The kinds of record that may carry the same words: events, the model's own items, and completed items. */
type Channel = 'event' | 'response' | 'item';

/** What the harness puts into the user's mouth. */
const INSERTED =
  /^(?:<(?:environment_context|user_instructions|turn_aborted|subagent_notification|hook_context|skill|permissions|collaboration_mode|model_switch|apps_instructions|plugins_instructions|recommended_plugins|turn_context)\b|# AGENTS\.md instructions)/;
/** With its length, so much of a prompt tells it from others. */
const MARKED = 500;
const IDE_REQUEST = '## My request for Codex:';

/** Takes a prompt; the same words in another kind of record are the same prompt. */
export function takePrompt(draft: SessionDraft, text: string, at: { channel: Channel; time: string }): void {
  const words = text.includes(IDE_REQUEST) ? text.slice(text.indexOf(IDE_REQUEST) + IDE_REQUEST.length) : text;
  const prompt = keptText(words, LIMITS.prompt);
  if (prompt === '' || INSERTED.test(prompt)) return;
  const memory = memoryOf(draft);
  const known = memory.prompt;
  const mark = markOf(words);
  if (known?.mark === mark && isFresh(draft, known.turn) && !known.channels.includes(at.channel)) {
    known.channels.push(at.channel);
    return;
  }
  const { serial } = draft.openTurn({ prompt, time: at.time });
  memory.prompt = { turn: serial, mark, channels: [at.channel] };
  draft.runs(memory.running === true);
}

/** Kinds of record join the parts of a prompt in ways of their own. */
function markOf(words: string): string {
  const plain = words.replaceAll(/\s+/g, '');
  return `${plain.length} ${plain.slice(0, MARKED)}`;
}

function isFresh({ turn }: SessionDraft, serial: number): boolean {
  return turn?.serial === serial && turn.steps.length === 0;
}

interface Spoken {
  readonly channel: Channel;
  readonly time: string;
  /** `commentary` on the way, `final_answer` last; older clients tell none. */
  readonly phase?: string;
}

/** Takes what the agent said, once. */
export function takeText(draft: SessionDraft, text: string, at: Spoken): void {
  if (at.phase === 'commentary' || at.phase === 'final_answer') draft.runs(at.phase === 'commentary');
  const kept = keptSpoken(text);
  const twin = draft.turn?.steps
    .slice(-6)
    .find((step) => step.kind === 'text' && step.text === kept && !(step.source ?? '').includes(at.channel));
  if (twin !== undefined) twin.source = `${twin.source}+${at.channel}`;
  else draft.addText(kept, { time: at.time, source: at.channel });
}

/** Takes what the client shows of the agent's reasoning; only the newest counts, and only until the agent speaks. */
export function takeThought({ turn }: SessionDraft, text: string, time: string): void {
  const kept = keptText(text, LIMITS.thought);
  if (turn !== undefined && kept !== '') turn.thought = { text: kept, time };
}
