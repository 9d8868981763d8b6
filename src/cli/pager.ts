import { spawn } from 'node:child_process';
import type { World } from '../core/world.ts';
import type { Repository } from '../open/repository.ts';

/** What a shell answers when there is no such program. */
const NOT_FOUND = 127;

/** Writes a long text as git does: through the user's pager on a terminal, straight elsewhere. */
export async function page(text: string | Uint8Array, world: World, repository: Repository): Promise<void> {
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
  const shown = await new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code !== NOT_FOUND));
  });
  // A slim container has no pager, perhaps not even a shell; the text is what was asked for.
  if (!shown) world.stdout.write(text);
}

async function findPager({ env }: World, repository: Repository): Promise<string> {
  const configured = (await repository.engine.configEntries()).findLast(({ key }) => key === 'core.pager')?.value;
  return env['GIT_PAGER'] ?? configured ?? env['PAGER'] ?? 'less';
}
