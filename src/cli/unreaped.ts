import { readdirSync, readFileSync } from 'node:fs';

/** So few zombies disturb neither a person nor a tool that looks at the processes. */
const MAX_UNREAPED = 8;
/** Programs that, as the first process, wait for the orphans that are handed to them. */
const REAPERS =
  /^(?:systemd|init|tini|dumb-init|docker-init|catatonit|podman-init|s6-svscan|runit|bash|sh|dash|launchd)$/;

/**
 * Whether our ended processes pile up as zombies because the first process of this container does not wait for them. A process that
 * is started to outlive this one is then better waited for.
 */
export function leavesUnreaped(): boolean {
  const first = read('/proc/1/comm')?.trim();
  if (first === undefined || REAPERS.test(first)) return false;
  let found = 0;
  // `/proc/1/task/1/children` would be shorter, but not every kernel lists zombies there.
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name) && isUnreaped(read(`/proc/${name}/stat`) ?? '')) found += 1;
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
    // This system has no such file, or the process has ended.
    return undefined;
  }
}
