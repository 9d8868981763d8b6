import type { Oid } from '../core/checkpoint.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { Repository } from '../open/repository.ts';

/** The first lines of commits' messages; a commit that is not here is left out. */
export async function readSubjects({ engine }: Repository, commits: ReadonlySet<Oid>): Promise<Map<Oid, string>> {
  const objects = await engine.readObjects([...commits]);
  return new Map(
    objects.flatMap((object) => {
      const facts = object?.type === 'commit' ? parseCommit(object.bytes) : undefined;
      return object === undefined || facts === undefined ? [] : [[object.oid, firstLine(facts.message)] as const];
    }),
  );
}

function firstLine(message: string): string {
  return message.trimStart().split('\n', 1)[0] ?? '';
}
