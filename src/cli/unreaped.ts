import { readdirSync, readFileSync } from 'node:fs';

/** So many may lie there; a person or a tool that looks at the processes hardly minds them. */
const MAX_UNREAPED = 8;
/** Programs that wait for whatever ends below them. */
const REAPERS =
  /^(?:systemd|init|tini|dumb-init|docker-init|catatonit|podman-init|s6-svscan|runit|bash|sh|dash|launchd)$/;

/**
 * Whether ended programs of ours pile up because nobody waits for them: in a container whose first process does not. Then a program that
 * is started to outlive this one is better waited for.
 */
export function leavesUnreaped(proc = '/proc'): boolean {
  const first = read(`${proc}/1/comm`)?.trim();
  if (first === undefined || REAPERS.test(first)) return false;
  let found = 0;
  for (const name of readdirSync(proc)) {
    if (!/^\d+$/.test(name) || !isUnreaped(read(`${proc}/${name}/stat`) ?? '')) continue;
    found += 1;
    if (found >= MAX_UNREAPED) return true;
  }
  return false;
}

/** A zombie below the first process, of the program that runs us. */
function isUnreaped(stat: string): boolean {
  return /^\d+ \(node[^)]*\) Z 1 /.test(stat);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // No such system, or the process is gone by now.
    return undefined;
  }
}
