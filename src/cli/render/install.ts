import { defined } from '../../core/defined.ts';
import type { World } from '../../core/world.ts';
import type { AgentPlan } from '../../hooks/install/install.ts';
import type { FilePlan } from '../../hooks/install/plan.ts';
import { tell } from '../tell.ts';
import { showPath } from './facts.ts';

interface InstallCall {
  readonly verb: 'install' | 'uninstall';
  readonly dryRun: boolean;
}

/** Tells file by file what was done, or, as a patch, what would be. */
export async function renderInstall(plans: readonly AgentPlan[], call: InstallCall, world: World): Promise<void> {
  for (const { title, files, afterwards } of plans) {
    world.stdout.write(`${title}\n`);
    for (const file of files) world.stdout.write(`  ${line(file, call)}\n`);
    if (call.dryRun) for (const file of files) world.stdout.write(await patchOf(file));
    const wrote = files.some(({ kind }) => kind === 'write');
    if (wrote && !call.dryRun && call.verb === 'install') tell(world, `${afterwards}\n`);
  }
}

function line(file: FilePlan, { verb, dryRun }: InstallCall): string {
  const path = showPath(file.path);
  const would = dryRun ? 'would be ' : '';
  switch (file.kind) {
    case 'same':
      return `${path}: ${verb === 'install' ? 'up to date' : 'not installed'}`;
    case 'left':
      return `${path}: left alone, ${file.why}`;
    case 'remove':
      return `${path}: ${would}removed`;
    case 'write':
      return `${path}: ${would}${file.before === undefined ? 'created' : 'changed'}`;
  }
}

async function patchOf(file: FilePlan): Promise<string> {
  if (file.kind !== 'write') return '';
  const { createTwoFilesPatch } = await import('diff');
  const before = file.before === undefined ? '/dev/null' : file.path;
  return createTwoFilesPatch(before, file.path, file.before ?? '', file.after, '', '', { context: 2 }).replace(
    /^=+\n/,
    '',
  );
}

export function installJson(plans: readonly AgentPlan[]): unknown {
  return plans.map(({ agent, files }) => ({
    agent,
    files: files.map((file) =>
      defined({ path: file.path, outcome: file.kind, why: file.kind === 'left' ? file.why : undefined }),
    ),
  }));
}
