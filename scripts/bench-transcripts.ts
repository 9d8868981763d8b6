/**
 * Measures reading: MB/s and peak memory of a first and of an incremental read of a large transcript, beside plain
 * JSON.parse of every line, and of a file that is one line of 600 MB. Each measurement runs in a process of its own.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  createReadStream,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isMark } from '../src/agents/mark.ts';
import { readSession } from '../src/agents/read-session.ts';
import { findMark, saveMark } from '../src/local/transcript-marks.ts';

const MEGABYTE = 1024 * 1024;
const [mode, folder = '', name = ''] = process.argv.slice(2);

function record(at: number, type: string, message: unknown): string {
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const time = new Date(1_767_225_600_000 + at * 1000).toISOString();
  const link = { uuid: id(at), parentUuid: at === 0 ? null : id(at - 1) };
  return `${JSON.stringify({ ...link, type, message, isSidechain: false, timestamp: time, sessionId: 'bench', version: '2.1.325', cwd: '/srv/bench', gitBranch: 'main' })}\n`;
}

/** Eight records: a prompt, then calls with results of a few KB, then a closing text. */
function turn(at: number): string {
  const use = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command: `npm test -- ${id}` } });
  const result = (id: string) => [{ type: 'tool_result', tool_use_id: id, content: `ok ${id}\n`.repeat(700) }];
  const said = (content: unknown) => ({
    id: `m${at}`,
    model: 'claude-sonnet-4-6',
    content,
    usage: { input_tokens: at },
  });
  const calls = [1, 2, 3].flatMap((n) => [
    record(at + n * 2 - 1, 'assistant', said([use(`t${at}-${n}`)])),
    record(at + n * 2, 'user', { content: result(`t${at}-${n}`) }),
  ]);
  const prompt = record(at, 'user', { content: `Step ${at}: please go on with the work` });
  return [prompt, ...calls, record(at + 7, 'assistant', said([{ type: 'text', text: 'Done. Next: more.' }]))].join('');
}

function writeTranscript(path: string, megabytes: number, from: number): number {
  let at = from;
  for (let size = 0; size < megabytes * MEGABYTE; at += 8) {
    const text = turn(at);
    appendFileSync(path, text);
    size += text.length;
  }
  return at;
}

function writeLongLine(path: string): void {
  const file = openSync(path, 'w');
  writeSync(file, '{"type":"user","message":{"content":"');
  ftruncateSync(file, 600 * MEGABYTE);
  closeSync(file);
  appendFileSync(path, `"}}\n${turn(0)}`);
}

async function parseLines(path: string): Promise<number> {
  for await (const line of createInterface({ input: createReadStream(path) })) JSON.parse(line);
  return statSync(path).size;
}

async function read(path: string): Promise<number> {
  const mark = findMark({ commonDir: folder }, path);
  const result = await readSession(isMark(mark) ? { path, resumeFrom: mark } : { path });
  saveMark({ commonDir: folder }, path, result.mark);
  return result.bytesRead;
}

function measure(label: string, how: string, file: string): void {
  const script = fileURLToPath(import.meta.url);
  const child = spawnSync(process.execPath, ['--import', 'tsx', script, how, folderOf, file], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  const { bytes, ms, rss } = JSON.parse(child.stdout) as { bytes: number; ms: number; rss: number };
  const speed = ms < 1 ? 0 : bytes / MEGABYTE / (ms / 1000);
  const columns = [
    `${(bytes / MEGABYTE).toFixed(2)} MB`,
    `${ms.toFixed(0)} ms`,
    `${speed.toFixed(0)} MB/s`,
    `${rss.toFixed(0)} MB RSS`,
  ];
  process.stdout.write(`${label.padEnd(44)}${columns.map((text) => text.padStart(14)).join('')}\n`);
}

let folderOf = folder;
if (mode === 'parse' || mode === 'read') {
  const started = performance.now();
  const bytes = await (mode === 'parse' ? parseLines(join(folder, name)) : read(join(folder, name)));
  const result = { bytes, ms: performance.now() - started, rss: process.resourceUsage().maxRSS / 1024 };
  process.stdout.write(JSON.stringify(result));
} else {
  folderOf = mkdtempSync(join(tmpdir(), 'git-checkpoint-bench-'));
  const path = join(folderOf, 'session.jsonl');
  const end = writeTranscript(path, 50, 0);
  writeLongLine(join(folderOf, 'line.jsonl'));
  measure('50 MB, JSON.parse of every line', 'parse', 'session.jsonl');
  measure('50 MB, first read', 'read', 'session.jsonl');
  writeTranscript(path, 0.2, end);
  measure('50 MB, read on after 0.2 MB more', 'read', 'session.jsonl');
  measure('50 MB, read on with nothing new', 'read', 'session.jsonl');
  measure('600 MB in one line, first read', 'read', 'line.jsonl');
  measure('600 MB in one line, read on', 'read', 'line.jsonl');
  rmSync(folderOf, { recursive: true });
}
