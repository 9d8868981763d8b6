import { linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type JsonObject, parseObject } from './json-value.ts';

/** How stored records become a transcript. */
interface TranscriptForm {
  rewrite(record: JsonObject): JsonObject | undefined;
  /** Puts all of them together, where the transcript is one document. */
  readonly document?: ((records: readonly JsonObject[]) => JsonObject) | undefined;
}

/** Written beside its place and linked there when it is whole: an agent never sees half of it, and nothing is overwritten. */
export async function writeRecords(path: string, records: AsyncIterable<string>, form: TranscriptForm): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  removeLeftDrafts(dirname(path));
  const draft = `${path}.draft-${process.pid}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await writeTo(file, records, form);
    await file.close();
    linkSync(draft, path);
  } finally {
    await file.close();
    rmSync(draft, { force: true });
  }
}

async function writeTo(file: FileHandle, lines: AsyncIterable<string>, { rewrite, document }: TranscriptForm) {
  const records: JsonObject[] = [];
  for await (const line of lines) {
    const record = parseObject(line);
    const written = record === undefined ? undefined : rewrite(record);
    if (written === undefined) continue;
    if (document === undefined) await file.write(`${JSON.stringify(written)}\n`);
    else records.push(written);
  }
  if (document !== undefined) await file.write(`${JSON.stringify(document(records))}\n`);
}

/** What a process left that was killed while it wrote. */
function removeLeftDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /\.jsonl?\.draft-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
