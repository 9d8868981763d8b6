import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HEAD, isSubagents } from '../../src/agents/codex/subagent-transcript.ts';
import { claudeEvents } from './claude-events.ts';
import { codexEvents } from './codex-events.ts';
import { geminiEvents } from './gemini-events.ts';
import { list, object, parseLines, type RawEvent, type RawSession } from './raw-event.ts';

/** A transcript as it was at some moment. */
export interface Cut {
  readonly path: string;
  /** Share of the whole transcript, such as 0.4. */
  readonly share: number;
  readonly text: string;
  readonly extension: string;
  readonly session: RawSession;
  /** What happened afterwards: it shows what the successor needed. */
  readonly rest: readonly RawEvent[];
}

export const SHARES: readonly number[] = [0.25, 0.5, 0.75, 1];

export function transcriptFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter(
      (path) =>
        /\.jsonl?$/.test(path) &&
        !/(hooks\.jsonl|\.session\.json|\.meta\.json|\/tasks\/[^/]+\/\d+\.json|\/subagents?\/|subagent-agent)/.test(
          path,
        ),
    )
    .filter((path) => statSync(path).isFile() && !isSubagents(beginningOf(path)))
    .sort();
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(HEAD);
  const length = readSync(file, bytes, 0, HEAD, 0);
  closeSync(file);
  return bytes.toString('utf8', 0, length);
}

/** The transcript at several moments of its life. */
export function cuts(path: string, shares: readonly number[] = SHARES): Cut[] {
  const text = readFileSync(path, 'utf8');
  const document = path.endsWith('.json') ? parseDocument(text) : undefined;
  const whole = document === undefined ? read(text) : geminiEvents([document.head, ...document.messages]);
  const cutAt = (cut: Omit<Cut, 'path' | 'rest'>): Cut => ({
    ...cut,
    path,
    rest: whole.events.slice(cut.session.events.length),
  });
  return shares.map((share): Cut => {
    if (document !== undefined) {
      const messages = document.messages.slice(0, Math.ceil(document.messages.length * share));
      const then = JSON.stringify({ ...document.head, messages }, undefined, 2);
      return cutAt({ share, text: then, extension: 'json', session: geminiEvents([document.head, ...messages]) });
    }
    const lines = text.split('\n').filter((line) => line !== '');
    const then = `${lines.slice(0, Math.ceil(lines.length * share)).join('\n')}\n`;
    return cutAt({ share, text: then, extension: 'jsonl', session: read(then) });
  });
}

function parseDocument(text: string): { head: object; messages: readonly unknown[] } {
  const { messages, ...head } = object(JSON.parse(text));
  return { head, messages: list(messages) };
}

function read(text: string): RawSession {
  const [first, second] = parseLines(text.slice(0, 200_000));
  if (first?.['type'] === 'session_meta' || second?.['payload'] !== undefined) return codexEvents(text);
  if (first?.['projectHash'] !== undefined) return geminiEvents(parseLines(text));
  return claudeEvents(text);
}
