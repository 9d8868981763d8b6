import { isDamaged } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { Repository } from '../open/repository.ts';
import { TRACKING } from '../store/refs.ts';
import { listInChunks } from './list.ts';
import type { Retainable } from './plan-retention.ts';

/** What retention looks at, of all checkpoints that can be read. */
export async function readRetainables(repository: Repository): Promise<Retainable[]> {
  const tracked = new Set((await repository.engine.listRefs(TRACKING)).map(({ oid }) => oid));
  const all: Retainable[] = [];
  for await (const chunk of listInChunks(repository, { briefly: true })) {
    for (const entry of chunk) {
      if (isDamaged(entry)) continue;
      const { number, commit, provenance, note } = entry;
      const { uid, trigger, anchor, kept = false, pending, summary, context, session } = note;
      const { branch, worktree, commit: head } = context;
      const shared = provenance?.remote !== undefined || tracked.has(commit);
      const created = Date.parse(note.created);
      const facts = { number, commit, uid, created, trigger, branch, worktree, head, kept, pending, shared, summary };
      const nested = note.nested?.map(({ path }) => path);
      all.push(
        apart({ ...facts, ...defined({ anchor, nested, session: session && `${session.agent} ${session.id}` }) }),
      );
    }
  }
  return all;
}

/** A copy with texts of its own: one that was cut from a note keeps all of the note in memory. */
function apart(facts: Retainable): Retainable {
  return JSON.parse(JSON.stringify(facts)) as Retainable;
}
