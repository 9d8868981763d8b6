import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AgentHooks } from '../agents/hook-event.ts';
import type { World } from '../core/world.ts';
import { type Owner, ownerOf } from '../local/owner.ts';

/** What may stand between an agent and its hook; a login shell has a dash before its name. */
const BETWEEN = /^-?(?:git|git-checkpoint|sh|bash|dash|zsh|fish|ksh|busybox|env|cmd|cmd\.exe|powershell|pwsh|timeout)$/;
const MAX_STEPS = 6;

interface Ancestor {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
}

/** The process of the agent that started this hook: as its variable says, else the nearest ancestor that is neither shell nor git. */
export function findAgentProcess(hooks: AgentHooks, world: Pick<World, 'env'>): Owner | undefined {
  const named = Number(hooks.processVariable === undefined ? NaN : world.env[hooks.processVariable]);
  if (Number.isInteger(named) && named > 1) return ownerOf(named);
  let pid = process.ppid;
  for (let step = 0; step < MAX_STEPS && pid > 1; step += 1) {
    const ancestor = ancestorAt(pid);
    if (ancestor === undefined) return undefined;
    if (!BETWEEN.test(ancestor.name)) return ownerOf(ancestor.pid);
    pid = ancestor.parent;
  }
  return undefined;
}

function ancestorAt(pid: number): Ancestor | undefined {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    // It is gone, or this platform does not tell.
    return undefined;
  }
}

function fromProc(pid: number): Ancestor {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  return { pid, name, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
}

function fromPs(pid: number): Ancestor {
  const [parent = '', ...name] = execFileSync('ps', ['-o', 'ppid=', '-o', 'comm=', '-p', String(pid)], {
    encoding: 'utf8',
  })
    .trim()
    .split(/\s+/);
  return { pid, parent: Number(parent), name: name.join(' ').split('/').at(-1) ?? '' };
}
