import { parseStatusLine, type StatusLine } from '../agents/claude-code/status-line.ts';
import { parseObject } from '../agents/json-value.ts';
import { age } from '../core/age.ts';
import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import { moment } from '../core/clock.ts';
import { defined } from '../core/defined.ts';
import { cutToWidth } from '../core/text-width.ts';
import type { Input, World } from '../core/world.ts';
import { writeContextReport } from '../local/context-reports.ts';
import { findUnsaved } from '../local/unsaved.ts';
import { locate } from '../open/open-engine.ts';
import { openLocated, type Repository } from '../open/repository.ts';
import { list } from '../repository/list.ts';
import { oneLine } from './notices.ts';
import { isOutside } from './outside.ts';

/** The newest checkpoint of a directory and how full the context is. */
interface Status {
  /** The newest checkpoint of this worktree. */
  readonly checkpoint?: Checkpoint;
  readonly age?: string;
  /** Of the session's context, when a status line has it. */
  readonly contextPercent?: number;
  /** Since when saves fail, where they do. */
  readonly unsavedSince?: string;
}

const MAX_LISTED = 20;
const FIRST_BYTE_MS = 150;
const MAX_BYTES = 1024 * 1024;

/**
 * The line that an agent draws: empty outside of a repository, because an agent draws it everywhere. What fails inside of one is for
 * doctor to explain.
 */
export async function statusLineFor(line: StatusLine, world: World): Promise<string> {
  if (isOutside(line.cwd ?? world.cwd, world)) return '';
  try {
    return `${statusLine(await readStatus(line, world))}\n`;
  } catch {
    return 'checkpoints cannot be read: run git checkpoint doctor\n';
  }
}

/** Reads the status of a directory; how full the context is, as Claude Code's status line has it, is kept for its hooks. */
async function readStatus(line: StatusLine, world: World): Promise<Status> {
  const located = await locate(line.cwd ?? world.cwd, world);
  const { percent } = line;
  if (percent !== undefined) writeContextReport(located.place, line.session, { percent, at: world.now().getTime() });
  const repository = await openLocated(located, world);
  try {
    const checkpoint = await newestHere(repository);
    const unsaved = findUnsaved(located.place, world);
    return defined({
      checkpoint,
      unsavedSince: unsaved === undefined || unsaved.over ? undefined : moment(new Date(unsaved.since), world.now()),
      age: checkpoint === undefined ? undefined : age(new Date(checkpoint.note.created), world.now()),
      contextPercent: percent,
    });
  } finally {
    await repository.close();
  }
}

async function newestHere(repository: Repository): Promise<Checkpoint | undefined> {
  const { root } = repository.engine.place;
  const entries = await list(repository, { limit: MAX_LISTED });
  return entries.find((entry): entry is Checkpoint => !isDamaged(entry) && entry.note.context.worktree === root);
}

/** `checkpoint 42, 5 minutes ago · SUMMARY · pending · context 41%`; first, where saves fail, since when. */
function statusLine({ checkpoint, age: howLong, contextPercent, unsavedSince }: Status): string {
  const context = contextPercent === undefined ? [] : [`context ${Math.round(contextPercent)}%`];
  const unsaved = unsavedSince === undefined ? [] : [`not saved since ${unsavedSince}`];
  if (checkpoint === undefined) return [...unsaved, 'no checkpoint yet', ...context].join(' · ');
  const { number, note } = checkpoint;
  return [
    ...unsaved,
    `checkpoint ${number}, ${howLong}`,
    cutToWidth(oneLine(note.summary), 60),
    ...(note.pending ? ['pending'] : []),
    ...context,
  ].join(' · ');
}

/** The status line's JSON on standard input. A prompt of a shell gives none and must not be kept waiting. */
export async function readStatusLine(stdin: Input): Promise<StatusLine | undefined> {
  if (stdin.isTTY) return undefined;
  const chunks: Buffer[] = [];
  const reading = (async () => {
    for await (const chunk of stdin) {
      chunks.push(Buffer.from(chunk));
      if (chunks.reduce((sum, { length }) => sum + length, 0) > MAX_BYTES) break;
    }
  })();
  const idle = new Promise<void>((resolve) => {
    setTimeout(resolve, FIRST_BYTE_MS).unref();
  });
  await Promise.race([reading, idle]);
  const payload = parseObject(Buffer.concat(chunks).toString());
  return payload === undefined ? undefined : parseStatusLine(payload);
}
