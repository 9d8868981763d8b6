import { parseStatusLine, type StatusLine } from '../agents/claude-code/status-line.ts';
import { parseObject } from '../agents/json-value.ts';
import { age } from '../core/age.ts';
import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { cutToWidth } from '../core/text-width.ts';
import type { Input, World } from '../core/world.ts';
import { writeContextReport } from '../local/context-reports.ts';
import { locate } from '../open/open-engine.ts';
import { openLocated, type Repository } from '../open/repository.ts';
import { list } from '../repository/list.ts';
import { oneLine } from './notices.ts';

/** The newest checkpoint of a directory and how full the context is. */
export interface Status {
  /** The newest checkpoint of this worktree. */
  readonly checkpoint?: Checkpoint;
  readonly age?: string;
  /** Of the session's context, when a status line has it. */
  readonly contextPercent?: number;
}

const MAX_LISTED = 20;
const FIRST_BYTE_MS = 150;
const MAX_BYTES = 1024 * 1024;

/** Reads the status of a directory; how full the context is, as Claude Code's status line has it, is kept for its hooks. */
export async function readStatus(line: StatusLine, world: World): Promise<Status> {
  const located = await locate(line.cwd ?? world.cwd, world);
  const { percent } = line;
  if (percent !== undefined) writeContextReport(located.place, line.session, { percent, at: world.now().getTime() });
  const repository = await openLocated(located, world);
  try {
    const checkpoint = await newestHere(repository);
    return defined({
      checkpoint,
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

/** `checkpoint 42, 5 minutes ago: SUMMARY, pending, context 41%` */
export function statusLine({ checkpoint, age: howLong, contextPercent }: Status): string {
  const context = contextPercent === undefined ? [] : [`context ${Math.round(contextPercent)}%`];
  if (checkpoint === undefined) return ['no checkpoint yet', ...context].join(' · ');
  const { number, note } = checkpoint;
  return [
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
