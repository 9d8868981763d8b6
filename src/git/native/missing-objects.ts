import type { Oid } from '../../core/checkpoint.ts';
import type { GitObject } from '../engine.ts';
import { objectId } from '../hash.ts';
import type { ObjectFolder } from '../loose.ts';
import { looseState } from '../loose-state.ts';
import type { RepositoryFiles } from './own-files.ts';
import { type RunOptions, runGit } from './run.ts';

interface ObjectSource {
  readonly store: ObjectFolder;
  readonly files: RepositoryFiles | undefined;
  readonly options: RunOptions;
  read(oids: readonly Oid[]): Promise<readonly (GitObject | undefined)[]>;
}

/** Which objects are not there, or not what their ids say (see the contract). */
export async function missingObjects(source: ObjectSource, oids: readonly Oid[], since?: Date): Promise<Oid[]> {
  const damaged = new Set<Oid>();
  const elsewhere: Oid[] = [];
  for (const oid of oids) {
    const state = await looseState(source.store, oid, since);
    if (state === 'damaged') damaged.add(oid);
    if (state !== 'sound') elsewhere.push(oid);
  }
  const unknown = elsewhere.filter((oid) => !source.files?.hasElsewhere(oid));
  // A damaged file in its own place hides from git's answer whether there is another copy.
  const absent = await askGit(
    unknown.filter((oid) => !damaged.has(oid)),
    source.options,
  );
  const missing = new Set([...absent, ...unknown.filter((oid) => damaged.has(oid))]);
  const packed = elsewhere.filter((oid) => !missing.has(oid));
  for (const oid of since === undefined ? await findUnreadable(source, packed) : []) missing.add(oid);
  return oids.filter((oid) => missing.has(oid));
}

/** Which objects git does not find. A process of its own is asked: one that runs for long still sees packs that are gone. */
async function askGit(oids: readonly Oid[], options: RunOptions): Promise<Oid[]> {
  if (oids.length === 0) return [];
  const args = ['cat-file', '--batch-check=%(objectname)'];
  const lines = (await runGit(args, { ...options, stdin: `${oids.join('\n')}\n` })).toString().split('\n');
  return oids.filter((_, at) => lines[at]?.endsWith(' missing') ?? true);
}

/** One by one: each is in memory as a whole. */
async function findUnreadable({ store, read }: ObjectSource, oids: readonly Oid[]): Promise<Oid[]> {
  const unreadable: Oid[] = [];
  for (const oid of oids) {
    const [object] = await read([oid]);
    if (object === undefined || objectId(store.format, object.type, object.bytes) !== oid) unreadable.push(oid);
  }
  return unreadable;
}
