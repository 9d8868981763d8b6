import { pluginBeginning } from '../plugin-code.ts';
import type { OpenCodeName } from './names.ts';

/**
 * The plugin that OpenCode loads. It hands events to the hook command and says what that answers; what is decided is decided there.
 * A plugin that throws would stop the agent, so it reports failures to the agent's log.
 */
export function pluginText(agent: OpenCodeName, program: readonly string[]): string {
  return `${pluginBeginning(agent, program)}
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

const SESSION_VARIABLE = ${JSON.stringify(`${agent.toUpperCase()}_SESSION_ID`)};
${BODY}`;
}

const BODY = String.raw`const KEPT_MS = 30 * 24 * 3600_000;
const folder = join(process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'git-checkpoint', 'sessions', AGENT);

/** Sessions of old are the agent's to keep. */
async function removeOldTranscripts() {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (Date.now() - (await stat(path)).mtimeMs > KEPT_MS) await rm(path, { force: true });
  }
}

async function fetchSession(client, id) {
  const at = { path: { id } };
  const answers = await Promise.all([client.session.get(at), client.session.messages(at), client.session.todo(at)]);
  const [info, messages, todos] = answers.map(({ data }) => data);
  if (info === undefined || messages === undefined) throw new Error('session ' + id + ' cannot be read');
  return { info, messages, todos: todos ?? [] };
}

async function contextWindow(client, messages) {
  const last = messages.findLast(({ info }) => info.role === 'assistant')?.info;
  const { data } = await client.config.providers();
  const provider = data?.providers?.find(({ id }) => id === last?.providerID);
  return provider?.models?.[last?.modelID]?.limit?.context;
}

/** Whoever reads it while it is written sees the one before. */
async function writeTranscript(client, { info, messages, todos }) {
  const path = join(folder, info.id + '.jsonl');
  const records = [
    { type: 'session', client: AGENT, info },
    ...messages.map((message) => ({ type: 'message', ...message })),
    { type: 'state', todos, contextWindow: await contextWindow(client, messages) },
  ];
  const draft = path + '.' + process.pid;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(draft, records.map((record) => JSON.stringify(record) + '\n').join(''), { mode: 0o600 });
  await rename(draft, path);
  return path;
}

function textOf(message) {
  const texts = (message?.parts ?? []).filter((part) => part.type === 'text' && !part.synthetic);
  return texts.map((part) => part.text).join('\n');
}

export const GitCheckpoint = async ({ client, directory }) => {
  // Loaded for the user and for the project, it runs once.
  const running = (globalThis[Symbol.for('git-checkpoint')] ??= new Set());
  if (running.has(directory)) return {};
  running.add(directory);
  const sessions = new Map();
  let newest;
  let queue = Promise.resolve();

  /** One event after the other; none may stop the agent. */
  const inTurn = (name, work) => {
    const done = queue.then(work).catch(async (error) => {
      const body = { service: 'git-checkpoint', level: 'error', message: name + ': ' + (error?.message ?? error) };
      await client.app.log({ body }).catch(() => {}); // There is nobody left to tell.
    });
    queue = done;
    return done;
  };

  const sessionOf = async (id) => {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const { data } = await client.session.get({ path: { id } });
    const session = { id, parent: data?.parentID ?? undefined };
    sessions.set(id, session);
    return session;
  };

  /** A subagent's commands are those of the session that started it. */
  const rootOf = async (id) => {
    let session = await sessionOf(id);
    while (session.parent !== undefined) session = await sessionOf(session.parent);
    return session;
  };

  const tell = async (event, id, more = {}) => {
    const fetched = await fetchSession(client, id);
    const last = fetched.messages.at(-1);
    const answer = await callHook({
      hook_event_name: event,
      session_id: id,
      cwd: directory,
      transcript_path: await writeTranscript(client, fetched),
      // Tells one event from the next.
      prompt_id: last?.info.id ?? '',
      ...(event === 'Stop' ? { last_assistant_message: last?.info.role === 'assistant' ? textOf(last) : '' } : {}),
      ...more,
    });
    if (answer.systemMessage) {
      const body = { title: 'git-checkpoint', message: answer.systemMessage, variant: 'info', duration: 10_000 };
      client.tui.showToast({ body }).catch(() => {}); // Without a screen nobody takes it, and nobody waits for it.
    }
    return answer.hookSpecificOutput?.additionalContext;
  };

  const begin = async (session, prompt_id) => {
    // /new begins a session and says nothing of the one before.
    const before = session.isNew ? sessions.get(newest) : undefined;
    const clears = before !== undefined && before !== session && before.isOpen && !before.isBusy;
    if (clears) await end(before, 'clear');
    const source = session.isCompacted ? 'compact' : clears ? 'clear' : session.isNew ? 'startup' : 'resume';
    const text = await tell('SessionStart', session.id, { source, prompt_id });
    Object.assign(session, { isOpen: true, isNew: false, isCompacted: false });
    newest = session.id;
    return text;
  };

  const end = async (session, reason) => {
    session.isOpen = false;
    await tell('SessionEnd', session.id, { reason });
  };

  const isOwn = (session) => session !== undefined && session.parent === undefined;

  const onEvent = async ({ type, properties }) => {
    const id = properties?.sessionID ?? properties?.info?.id;
    if (type === 'session.created') sessions.set(id, { id, parent: properties.info.parentID ?? undefined, isNew: true });
    const session = sessions.get(id);
    if (!isOwn(session)) return;
    if (type === 'session.compacted') session.isCompacted = true;
    if (type === 'session.idle' && session.isOpen) {
      session.isBusy = false;
      await inTurn('Stop', () => tell('Stop', id));
    }
  };

  inTurn('start', removeOldTranscripts);
  return {
    event: async ({ event }) => onEvent(event),
    'chat.message': ({ sessionID }, { message, parts }) =>
      inTurn('prompt', async () => {
        const session = await sessionOf(sessionID);
        if (!isOwn(session)) return;
        const texts = session.isOpen && !session.isCompacted ? [] : [await begin(session, message.id)];
        session.isBusy = true;
        texts.push(await tell('UserPromptSubmit', sessionID, { prompt_id: message.id }));
        texts.filter(Boolean).forEach((text, at) => {
          const id = 'prt_' + Date.now().toString(36) + 'gitcheckpoint' + at;
          parts.push({ id, sessionID, messageID: message.id, type: 'text', synthetic: true, text });
        });
      }),
    'tool.execute.before': ({ tool, sessionID, callID }, { args }) =>
      inTurn('command', async () => {
        if (tool !== 'bash') return;
        const { id } = await rootOf(sessionID);
        await tell('PreToolUse', id, { tool_name: tool, tool_input: { command: args?.command }, tool_use_id: callID });
      }),
    'shell.env': async ({ sessionID }, { env }) => {
      if (sessionID !== undefined) env[SESSION_VARIABLE] = (await rootOf(sessionID)).id;
    },
    'experimental.session.compacting': ({ sessionID }, { context }) =>
      inTurn('compaction', async () => {
        const text = await tell('PreCompact', sessionID, { trigger: 'manual' });
        if (text) context.push(text);
      }),
    dispose: async () => {
      const open = [...sessions.values()].filter(({ isOpen }) => isOpen);
      for (const session of open) await inTurn('end', () => end(session, 'exit'));
      running.delete(directory);
    },
  };
};
`;
