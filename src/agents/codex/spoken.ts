import { keptSpoken, keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { memoryOf } from './memory.ts';

/** The kinds of record that may carry the same words: events, the model's own items, and completed items. */
type Channel = 'event' | 'response' | 'item';

/** What the harness puts into the user's mouth. */
const INSERTED =
  /^(?:<(?:environment_context|user_instructions|turn_aborted|subagent_notification|hook_context|skill|permissions|collaboration_mode|model_switch|apps_instructions|plugins_instructions|recommended_plugins|turn_context)\b|# AGENTS\.md instructions)/;
const IDE_REQUEST = '## My request for Codex:';

/** Takes a prompt; the same words in another kind of record are the same prompt. */
export function takePrompt(draft: SessionDraft, text: string, at: { channel: Channel; time: string }): void {
  const words = text.includes(IDE_REQUEST) ? text.slice(text.indexOf(IDE_REQUEST) + IDE_REQUEST.length) : text;
  const prompt = keptText(words, LIMITS.prompt);
  if (prompt === '' || INSERTED.test(prompt)) return;
  const memory = memoryOf(draft);
  const seen = memory.promptChannels ?? [];
  if (draft.turn?.prompt === prompt && draft.turn.steps.length === 0 && !seen.includes(at.channel)) {
    memory.promptChannels = [...seen, at.channel];
    return;
  }
  draft.openTurn({ prompt, time: at.time });
  memory.promptChannels = [at.channel];
}

/** Takes what the agent said, once. */
export function takeText(draft: SessionDraft, text: string, at: { channel: Channel; time: string }): void {
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
