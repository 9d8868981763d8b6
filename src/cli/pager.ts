import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { World } from '../core/world.ts';
import type { Repository } from '../open/repository.ts';

/** What a shell answers when there is no such program; that of Windows answers 1 or 9009, and no pager there leaves with either. */
const notFound: readonly (number | null)[] = process.platform === 'win32' ? [1, 9009] : [127];

/** Whose configuration names the pager, and for which command of git's. */
interface PagerSettings {
  readonly engine: Pick<Repository['engine'], 'configEntries'>;
  readonly command?: string;
}

/**
 * Writes a long text as git does: through the user's pager on a terminal, straight elsewhere. A text in parts is made as far as somebody
 * reads on. Answers whether there was anything to write.
 */
export async function page(
  text: string | Uint8Array | AsyncGenerator<string>,
  world: World,
  configured: PagerSettings,
): Promise<boolean> {
  const parts = isInParts(text) ? text : [text];
  const pager = world.stdout.isTTY ? await findPager(world, configured) : '';
  return pager === '' || pager === 'cat' ? writePlainly(parts, world) : writeTo(pager, parts, world);
}

type Parts = Iterable<string | Uint8Array> | AsyncGenerator<string>;

function isInParts(text: string | Uint8Array | AsyncGenerator<string>): text is AsyncGenerator<string> {
  return typeof text === 'object' && Symbol.asyncIterator in text;
}

async function writePlainly(parts: Parts, world: World): Promise<boolean> {
  let some = false;
  for await (const part of parts) {
    if (part.length > 0) world.stdout.write(part);
    some ||= part.length > 0;
  }
  return some;
}

async function writeTo(pager: string, parts: Parts, world: World): Promise<boolean> {
  let child: ChildProcess | undefined;
  let gone = false;
  const written: (string | Uint8Array)[] = [];
  let ended: Promise<boolean> | undefined;
  for await (const part of parts) {
    if (gone) break;
    if (part.length === 0) continue;
    // Not started before there is something to read, or nothing would be a page of its own.
    if (child === undefined) {
      child = start(pager, world);
      ended = hasShown(child).finally(() => (gone = true));
      // A reader who quits early closes the pipe; that is no failure.
      child.stdin?.on('error', () => (gone = true));
    }
    written.push(part);
    if (child.stdin?.write(part) === false)
      await Promise.race([once(child.stdin, 'drain').catch(() => undefined), ended]);
  }
  child?.stdin?.end();
  // A slim container has no pager, perhaps not even a shell; the text is what was asked for.
  if ((await ended) === false) for (const part of written) world.stdout.write(part);
  return child !== undefined;
}

function start(pager: string, { env }: World): ChildProcess {
  return spawn(pager, { shell: true, env: { LESS: 'FRX', LV: '-c', ...env }, stdio: ['pipe', 'inherit', 'inherit'] });
}

function hasShown(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(!notFound.includes(code)));
  });
}

/** As git finds it: `pager.<command>` may name one, or none, for a command of its own. */
async function findPager({ env }: World, { engine, command }: PagerSettings): Promise<string> {
  const entries = await engine.configEntries();
  const configured = (key: string) => entries.findLast((entry) => entry.key === key)?.value;
  const own = command === undefined ? undefined : configured(`pager.${command}`);
  if (own !== undefined && /^(?:false|no|off|0|)$/i.test(own)) return '';
  if (own !== undefined && !/^(?:true|yes|on|1)$/i.test(own)) return own;
  return env['GIT_PAGER'] ?? configured('core.pager') ?? env['PAGER'] ?? 'less';
}
