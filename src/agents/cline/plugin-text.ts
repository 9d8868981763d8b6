import { DESTRUCTIVE_WORDS } from '../command-filter.ts';
import { pluginBeginning } from '../plugin-code.ts';

/**
 * The plugin that Cline loads, in a process of its own. Cline gives up on a plugin after three seconds: what is not there by then
 * comes with the next prompt, and a save goes on without it.
 */
export function clinePlugin(program: readonly string[]): string {
  return `${pluginBeginning('cline', program)}
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const MAY_DESTROY = new RegExp(${JSON.stringify(DESTRUCTIVE_WORDS)});
${BODY}`;
}

const BODY = String.raw`const PATIENCE_MS = 2500;
const data = process.env.CLINE_DATA_DIR || join(process.env.CLINE_DIR || join(homedir(), '.cline'), 'data');
const folder = process.env.CLINE_SESSION_DATA_DIR || join(data, 'sessions');
// The hooks are told which process the session belongs to: this one comes and goes.
process.env.CLINE_PID = String(process.ppid);
// Loaded for the user and for the project, one of the two runs.
const shared = (globalThis[Symbol.for('git-checkpoint.cline')] ??= {});

const transcriptOf = (id) => join(folder, id, id + '.messages.json');

const patiently = (work) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);

function tell(session, event, more = {}) {
  const { id, cwd, logger } = session;
  const payload = {
    hook_event_name: event,
    session_id: id,
    transcript_path: transcriptOf(id),
    cwd,
    timestamp: new Date().toISOString(),
    ...more,
  };
  session.queue = session.queue
    .then(() => callHook(payload))
    .then((answer) => {
      const text = answer.hookSpecificOutput?.additionalContext;
      if (text) session.due.push(text);
    })
    .catch((error) => logger?.log?.('git-checkpoint: ' + event + ': ' + (error?.message ?? error)));
  return session.queue;
}

/** The session of this event; a run of a subagent is none. */
function sessionIn({ snapshot }) {
  const { session } = shared;
  if (session === undefined || shared.owner !== plugin) return undefined;
  session.lead ??= snapshot.agentId;
  return session.lead === snapshot.agentId ? session : undefined;
}

const plugin = {
  name: 'git-checkpoint',
  manifest: { capabilities: ['hooks'] },
  setup(_api, { session, workspaceInfo, logger }) {
    const id = session?.sessionId;
    const cwd = workspaceInfo?.rootPath;
    shared.owner ??= plugin;
    if (shared.owner !== plugin || !id || !cwd || shared.session?.id === id) return;
    const before = shared.session;
    const isOld = existsSync(transcriptOf(id));
    // /clear begins a session and says nothing of the one before.
    const ended = before === undefined ? Promise.resolve() : tell(before, 'SessionEnd', { reason: isOld ? 'exit' : 'clear' });
    shared.session = { id, cwd, logger, due: [], dropped: 0, queue: ended };
    tell(shared.session, 'SessionStart', { source: isOld ? 'resume' : before === undefined ? 'startup' : 'clear' });
  },
  hooks: {
    async beforeRun(event) {
      const session = sessionIn(event);
      if (session === undefined) return undefined;
      await patiently(session.queue);
      tell(session, 'UserPromptSubmit', { prompt_id: event.snapshot.messages.at(-1)?.id });
      const appendContext = [session.again, ...session.due.splice(0)].filter(Boolean).join('\n\n');
      session.again = undefined;
      return appendContext === '' ? undefined : { appendContext };
    },
    // A compaction is told to nobody: a request has fewer messages than the session. What is added to a request is not kept, so
    // it is added to every one until the next prompt takes it along.
    async beforeModel(event) {
      const session = sessionIn(event);
      if (session === undefined) return undefined;
      const { messages } = event.request;
      const dropped = event.snapshot.messages.length - messages.length;
      if (dropped > session.dropped) {
        session.dropped = dropped;
        await patiently(tell(session, 'SessionStart', { source: 'compact' }));
        session.again = session.due.splice(0).join('\n\n');
      }
      if (!session.again) return undefined;
      const content = [{ type: 'text', text: session.again }];
      return { messages: [...messages, { id: 'git-checkpoint', role: 'user', content, createdAt: Date.now() }] };
    },
    async afterRun(event) {
      const session = sessionIn(event);
      if (session === undefined) return;
      await patiently(tell(session, 'Stop', { last_assistant_message: event.result?.outputText ?? '' }));
    },
    async beforeTool(event) {
      const { tool, toolCall, input } = event;
      const command = [input?.commands ?? []].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
      if (shared.owner !== plugin || tool?.name !== 'run_commands' || !MAY_DESTROY.test(command)) return;
      const more = { tool_name: tool.name, tool_use_id: toolCall?.toolCallId, tool_input: { command } };
      await patiently(tell(shared.session, 'PreToolUse', more));
    },
  },
};

export default plugin;
`;
