import { spawn } from 'node:child_process';
import type { World } from '../core/world.ts';
import type { Repository } from '../repository/repository.ts';

/** Writes a long text as git does: through the user's pager on a terminal, straight elsewhere. */
export async function page(text: string, world: World, repository: Repository): Promise<void> {
  const pager = world.stdout.isTTY ? await findPager(world, repository) : '';
  if (pager === '' || pager === 'cat') {
    world.stdout.write(text);
    return;
  }
  const env = { LESS: 'FRX', LV: '-c', ...world.env };
  const child = spawn(pager, { shell: true, env, stdio: ['pipe', 'inherit', 'inherit'] });
  // A reader who quits early closes the pipe; that is no failure.
  child.stdin.on('error', () => {});
  child.stdin.end(text);
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve());
  });
}

async function findPager({ env }: World, repository: Repository): Promise<string> {
  const configured = (await repository.engine.configEntries()).findLast(({ key }) => key === 'core.pager')?.value;
  return env['GIT_PAGER'] ?? configured ?? env['PAGER'] ?? 'less';
}
