import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Candidate } from './measure.ts';
import { cache } from './repositories.ts';

const TRANSCRIPT_BYTES = 50 * 1024 * 1024;
const PAUSE_MS = 20;
let serial = 0;

/** A hook of Claude Code, each time of another session. */
export function hookEvent(program: string, root: string, event: { readonly hook_event_name: string }): Candidate {
  const { hook_event_name: name } = event;
  const input = () => {
    serial += 1;
    return JSON.stringify({ session_id: `bench-${serial}`, prompt_id: `${serial}`, cwd: root, ...event });
  };
  const part = name === 'SessionStart' ? ['--part', '1/2'] : [];
  return { name, argv: [program, 'hook', 'claude-code', ...part], cwd: root, input, after: () => awaitSaves(root) };
}

/** The events that an agent waits for many times a session. */
export function agentEvents(transcript: string) {
  return [
    { hook_event_name: 'UserPromptSubmit', transcript_path: transcript },
    { hook_event_name: 'PostToolBatch', transcript_path: transcript, tool_calls: [] },
    { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
    { hook_event_name: 'Stop', transcript_path: transcript, last_assistant_message: '' },
  ] as const;
}

/** Waits for the saves that go on beside the agent. */
function awaitSaves(root: string): void {
  const own = join(root, '.git/git-checkpoint');
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const areSaving = () => existsSync(join(own, 'saving')) || hasFiles(join(own, 'jobs'));
  while (areSaving()) Atomics.wait(pause, 0, 0, PAUSE_MS);
}

function hasFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/** A long conversation of 50 MB, as Claude Code writes it down. */
export function writeTranscript(): string {
  mkdirSync(cache, { recursive: true });
  const path = join(cache, 'transcript.jsonl');
  writeFileSync(path, '');
  for (let at = 0, bytes = 0; bytes < TRANSCRIPT_BYTES; ) {
    let lines = '';
    for (; lines.length < 1 << 20; at += 1)
      lines += turn(at)
        .map((record) => `${JSON.stringify({ ...record, sessionId: 'bench' })}\n`)
        .join('');
    appendFileSync(path, lines);
    bytes += lines.length;
  }
  return path;
}

function turn(at: number) {
  const usage = { input_tokens: 90_000, output_tokens: 600 };
  const text = `Step ${at} is done. ${'I looked at it from all sides. '.repeat(80)}`;
  const answer = {
    id: `m${at}`,
    model: 'claude-opus-5-5',
    role: 'assistant',
    content: [{ type: 'text', text }],
    usage,
  };
  return [
    {
      type: 'user',
      uuid: `u${at}`,
      parentUuid: at === 0 ? null : `a${at - 1}`,
      message: { role: 'user', content: `Step ${at}, please` },
    },
    { type: 'assistant', uuid: `a${at}`, parentUuid: `u${at}`, message: answer },
  ];
}
