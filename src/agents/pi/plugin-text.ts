import { DESTRUCTIVE_WORDS } from '../command-filter.ts';
import { pluginBeginning } from '../plugin-code.ts';

/** The extension that Pi loads. One whose handler throws would stop the tool that is about to run, so none does. */
export function piExtension(program: readonly string[]): string {
  return `${pluginBeginning('pi', program)}
const MAY_DESTROY = new RegExp(${JSON.stringify(DESTRUCTIVE_WORDS)});
${BODY}`;
}

const BODY = String.raw`const SHELLS = ['bash', 'powershell'];
const SOURCES = { new: 'clear', resume: 'resume', fork: 'fork' };
const REASONS = { new: 'clear', quit: 'exit', resume: 'resume', fork: 'fork' };
const CHOICES = { y: 'Yes, save a checkpoint', n: 'No, go on without', c: 'Cancel, do not clear' };
// Below this share of the context nobody asks for it.
const WATCHED_PERCENT = 60;
// Loaded for the user and for the project, one of the two runs. What waits for the next prompt outlives /reload.
const sessions = (globalThis[Symbol.for('git-checkpoint.pi')] ??= new Map());

const messageOf = (content) => ({ customType: 'git-checkpoint', content, display: false });

function report(ctx, text, level) {
  if (ctx.hasUI) ctx.ui.notify(text, level);
  else if (level === 'error') console.error(text);
}

async function tell(ctx, event, more = {}) {
  const { sessionManager } = ctx;
  try {
    const answer = await callHook({
      hook_event_name: event,
      session_id: sessionManager.getSessionId(),
      transcript_path: sessionManager.getSessionFile(),
      cwd: ctx.cwd,
      timestamp: new Date().toISOString(),
      context_percent: ctx.getContextUsage()?.percent ?? undefined,
      ...more,
    });
    if (answer.systemMessage) report(ctx, answer.systemMessage, 'info');
    return answer;
  } catch (error) {
    report(ctx, 'git-checkpoint: ' + event + ': ' + (error?.message ?? error), 'error');
    return {};
  }
}

function lastWords({ sessionManager }) {
  const message = sessionManager.getLeafEntry()?.message;
  const blocks = message?.role === 'assistant' ? message.content : [];
  return blocks.filter(({ type }) => type === 'text').map(({ text }) => text).join('\n');
}

/** y, n or c, by one key on a terminal and by a list elsewhere; whoever closes the question cancels. */
async function ask(ctx, question) {
  if (ctx.mode !== 'tui') {
    const chosen = await ctx.ui.select(question, Object.values(CHOICES));
    return Object.keys(CHOICES).find((key) => CHOICES[key] === chosen) ?? 'c';
  }
  const lines = [...question.split('\n'), ...Object.keys(CHOICES).map((key) => '  ' + key + '  ' + CHOICES[key])];
  return ctx.ui.custom(
    (_tui, _theme, keys, done) => ({
      render: (width) => lines.flatMap((line) => line.match(new RegExp('.{1,' + Math.max(width, 1) + '}', 'gu')) ?? ['']),
      handleInput: (data) => {
        const key = data.toLowerCase();
        if (Object.hasOwn(CHOICES, key)) done(key);
        else if (keys.matches(data, 'tui.select.cancel')) done('c');
      },
      invalidate() {},
    }),
    { blocked: { kind: 'question', message: question } },
  );
}

export default function (pi) {
  const self = {};
  let decision;
  let wasFull = false;

  const stateOf = (ctx) => {
    const state = sessions.get(ctx.sessionManager.getSessionId());
    return state?.owner === self ? state : undefined;
  };
  const keep = (state, answer) => {
    const text = answer.hookSpecificOutput?.additionalContext;
    if (text) state.due.push(text);
  };

  /** Pi does not wait with a prompt for what is told here, so the prompt waits for it. */
  const start = (state, ctx, source) => {
    state.starting = tell(ctx, 'SessionStart', { source }).then((answer) => keep(state, answer));
    return state.starting;
  };

  pi.on('session_start', async ({ reason }, ctx) => {
    const { sessionManager } = ctx;
    const id = sessionManager.getSessionId();
    // A session that Pi does not write down, such as a subagent's, is nobody's to go on with.
    if (sessionManager.getSessionFile() === undefined || sessions.get(id)?.owner) return;
    const state = { due: [], ...sessions.get(id), owner: self };
    sessions.set(id, state);
    if (reason === 'reload') return;
    const wasBegun = sessionManager.getEntries().some(({ type }) => type === 'message');
    const source = SOURCES[reason] ?? (wasBegun ? 'resume' : 'startup');
    await start(state, ctx, source);
  });

  pi.on('before_agent_start', async ({ messageType }, ctx) => {
    const state = stateOf(ctx);
    if (state === undefined) return undefined;
    await state.starting;
    if (messageType === 'user') keep(state, await tell(ctx, 'UserPromptSubmit'));
    const content = state.due.splice(0).join('\n\n');
    return content === '' ? undefined : { message: messageOf(content) };
  });

  pi.on('tool_call', async ({ toolName, toolCallId, input }, ctx) => {
    const command = String(input?.command ?? '');
    if (stateOf(ctx) === undefined || !SHELLS.includes(toolName) || !MAY_DESTROY.test(command)) return;
    await tell(ctx, 'PreToolUse', { tool_name: toolName, tool_use_id: toolCallId, tool_input: { command } });
  });

  // The work goes on: what the model is to know comes with its next request.
  pi.on('turn_end', async ({ toolResults, entries }, ctx) => {
    const state = stateOf(ctx);
    if (state === undefined || toolResults.length === 0) return undefined;
    const isFull = (ctx.getContextUsage()?.percent ?? 0) >= WATCHED_PERCENT;
    if (isFull || wasFull) keep(state, await tell(ctx, 'PostToolBatch'));
    wasFull = isFull;
    const content = state.due.splice(0).join('\n\n');
    return content === '' ? undefined : { entries: [...entries, { type: 'custom_message', ...messageOf(content) }] };
  });

  pi.on('agent_settled', async (_event, ctx) => {
    if (stateOf(ctx) !== undefined) await tell(ctx, 'Stop', { last_assistant_message: lastWords(ctx) });
  });

  pi.on('session_before_compact', async ({ reason }, ctx) => {
    if (stateOf(ctx) === undefined) return undefined;
    const answer = await tell(ctx, 'PreCompact', { trigger: reason === 'manual' ? 'manual' : 'auto' });
    if (answer.decision !== 'block') return undefined;
    report(ctx, answer.reason, 'warning');
    return { cancel: true };
  });

  pi.on('session_compact', async (_event, ctx) => {
    const state = stateOf(ctx);
    if (state !== undefined) await start(state, ctx, 'compact');
  });

  pi.on('session_before_switch', async ({ reason }, ctx) => {
    decision = undefined;
    if (reason !== 'new' || !ctx.hasUI || stateOf(ctx) === undefined) return undefined;
    const { question } = await tell(ctx, 'BeforeClear');
    if (question === undefined) return undefined;
    decision = await ask(ctx, question);
    return decision === 'c' ? { cancel: true } : undefined;
  });

  pi.on('session_shutdown', async ({ reason }, ctx) => {
    const state = stateOf(ctx);
    if (state === undefined) return;
    state.owner = undefined;
    if (reason === 'reload') return;
    sessions.delete(ctx.sessionManager.getSessionId());
    await tell(ctx, 'SessionEnd', { reason: REASONS[reason] ?? 'exit', ...(decision ? { decision } : {}) });
  });
}
`;
