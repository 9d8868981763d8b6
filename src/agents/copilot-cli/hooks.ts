import type { AgentHooks } from '../hook-event.ts';
import { commonEvents, type Dialect, parseCommon } from '../hook-payload.ts';
import { type JsonObject, textAt } from '../json-value.ts';

/** Events of these names come with the fields of the common form; the one in its own spelling has none of that. */
const dialect: Dialect = {
  events: { ...commonEvents, userPromptTransformed: 'prompt', PostToolUse: 'tools-done' },
  shells: ['Bash', 'bash'],
};

export const copilotCliHooks: AgentHooks = {
  agent: 'copilot-cli',
  // Thirty thousand were seen to arrive whole.
  room: { chars: 30_000, parts: 1 },
  // Ended 1.0 to 1.5 s after it began when the user leaves.
  endPatience: 600,
  projectVariable: 'COPILOT_PROJECT_DIR',
  forgetsAtCompaction: true,
  omitsTranscript: true,
  speaksAt: (kind) => kind === 'session-start' || kind === 'prompt' || kind === 'tools-done',
  showsAt: () => false,
  parse: (payload) => parseCommon(inCommonForm(payload), dialect),
  render(event, { context }) {
    const said = context === undefined || event === undefined ? {} : answerTo(event, context);
    // Silence before a tool is taken for a refusal.
    return `${JSON.stringify(said)}\n`;
  },
};

function inCommonForm(payload: JsonObject): JsonObject {
  if (!('transformedPrompt' in payload)) return payload;
  const { sessionId, timestamp } = payload;
  return {
    ...payload,
    hook_event_name: 'userPromptTransformed',
    session_id: sessionId,
    timestamp: String(timestamp),
    whole_prompt: textAt(payload, 'transformedPrompt'),
  };
}

type Answered = NonNullable<ReturnType<AgentHooks['parse']>>;

function answerTo(event: Answered, context: string): JsonObject {
  if (event.kind === 'session-start' || event.kind === 'tools-done') return { additionalContext: context };
  if (event.kind !== 'prompt' || event.whole === undefined) return {};
  // It takes the place of the prompt.
  return { modifiedTransformedPrompt: `${context}\n\n${event.whole}` };
}
