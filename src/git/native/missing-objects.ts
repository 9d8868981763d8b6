import type { Oid } from '../../core/checkpoint.ts';
import { type RunOptions, runGit } from './run.ts';

/** Which objects git does not find. A process of its own is asked: one that runs for long still sees packs that are gone. */
export async function missingObjects(oids: readonly Oid[], options: RunOptions): Promise<Oid[]> {
  if (oids.length === 0) return [];
  const args = ['cat-file', '--batch-check=%(objectname)'];
  const lines = (await runGit(args, { ...options, stdin: `${oids.join('\n')}\n` })).toString().split('\n');
  return oids.filter((_, at) => lines[at]?.endsWith(' missing') ?? true);
}
