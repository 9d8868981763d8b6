import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Clone, checkpointsIn, git } from './command.ts';

/** What the clones did, as far as they said so. */
export interface History {
  /** Commits whose save was reported. */
  readonly created: Set<string>;
  /** Commits whose drop was asked for; a killed drop may or may not have happened. */
  readonly doomed: Set<string>;
  /** Commits whose drop was reported. */
  readonly dropped: Set<string>;
}

/** Everything that must hold when all is quiet; answers what does not. */
export function violations(
  remote: Clone,
  clones: readonly Clone[],
  history: History & { readonly audit: string },
): string[] {
  const found = [...auditViolations(readFileSync(history.audit, 'utf8'))];
  const shared = checkpointsIn(remote);
  const living = new Set(shared.values());
  for (const commit of history.created)
    if (!living.has(commit) && !history.doomed.has(commit)) found.push(`LOST ${commit}`);
  for (const place of [remote, ...clones]) {
    const here = checkpointsIn(place);
    for (const commit of here.values())
      if (history.dropped.has(commit)) found.push(`RESURRECTED ${commit} in ${place.name}`);
    if (new Set(here.values()).size < here.size) found.push(`ONE COMMIT UNDER TWO NUMBERS in ${place.name}`);
    if (shown(here) !== shown(shared)) found.push(`DIVERGED ${place.name}: ${difference(here, shared)}`);
    found.push(...noteViolations(place, [...here.values()]));
    const fsck = spawnSync('git', ['fsck', '--no-dangling'], { cwd: place.root, env: place.env, encoding: 'utf8' });
    if (fsck.status !== 0) found.push(`FSCK ${place.name}: ${fsck.stderr.trim()}`);
  }
  return found;
}

/** No number is ever given to two commits, taken away and given again, or re-pointed; no commit ever has two numbers. */
function* auditViolations(log: string): Iterable<string> {
  const numbers = new Map<string, string[]>();
  const commits = new Map<string, Set<string>>();
  for (const line of log.split('\n')) {
    const [old = '', now = '', ref = ''] = line.split(' ');
    if (!ref.startsWith('refs/checkpoints/') || /^0+$/.test(now)) continue;
    if (!/^0+$/.test(old) && old !== now) yield `RE-POINTED ${ref} from ${old} to ${now}`;
    numbers.set(ref, [...(numbers.get(ref) ?? []), now]);
    commits.set(now, (commits.get(now) ?? new Set()).add(ref));
  }
  for (const [ref, given] of numbers) {
    if (new Set(given).size > 1) yield `REUSED ${ref} for ${given.length} commits`;
    else if (given.length > 1) yield `RECREATED ${ref}`;
  }
  for (const [commit, refs] of commits) if (refs.size > 1) yield `RENUMBERED ${commit}: ${[...refs].join(' ')}`;
}

function noteViolations(place: Clone, commits: readonly string[]): string[] {
  const lines =
    git(place, 'for-each-ref', 'refs/notes/checkpoints') === '' ? '' : git(place, 'notes', '--ref=checkpoints', 'list');
  const notes = new Map(lines.split('\n').map((line) => [line.split(' ')[1] ?? '', line.split(' ')[0] ?? '']));
  return commits.flatMap((commit) => {
    const note = notes.get(commit);
    if (note === undefined) return [`NO NOTE for ${commit} in ${place.name}`];
    const uid = /^uid: "?([0-9A-Z]{26})"?$/m.exec(git(place, 'cat-file', 'blob', note))?.[1];
    const message = git(place, 'cat-file', 'commit', commit);
    return uid !== undefined && message.includes(`Checkpoint-Uid: ${uid}`)
      ? []
      : [`WRONG NOTE for ${commit} in ${place.name}`];
  });
}

function shown(checkpoints: ReadonlyMap<number, string>): string {
  return [...checkpoints]
    .sort((one, other) => one[0] - other[0])
    .map(([number, commit]) => `${number} ${commit}`)
    .join('\n');
}

function difference(here: ReadonlyMap<number, string>, shared: ReadonlyMap<number, string>): string {
  const numbers = [...new Set([...here.keys(), ...shared.keys()])].filter(
    (number) => here.get(number) !== shared.get(number),
  );
  return numbers
    .map((number) => `${number}: ${here.get(number) ?? 'none'} / ${shared.get(number) ?? 'none'}`)
    .join(', ');
}
