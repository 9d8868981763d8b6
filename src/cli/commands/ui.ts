import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from '../../core/failure.ts';
import type { World } from '../../core/world.ts';
import { examine } from '../../hooks/doctor/doctor.ts';
import { programWords } from '../../hooks/install/find-program.ts';
import type { Repository } from '../../open/repository.ts';
import type { UiHost } from '../../ui/server/call.ts';
import { serveUi } from '../../ui/server/serve.ts';
import type { Command } from '../command.ts';
import { wholeNumber } from '../option-values.ts';

const IDLE_MS = 60_000;
const MAX_PORT = 65_535;

export const uiCommand: Command = {
  name: 'ui',
  about: 'Open the timeline of this repository in the browser',
  positionals: [],
  options: [
    { name: 'port', kind: 'text', value: 'PORT', about: 'Listen on this port (default: any free one)' },
    { name: 'no-open', kind: 'flag', about: 'Only print the address' },
    { name: 'read-only', kind: 'flag', about: 'Let the page change nothing' },
  ],
  details:
    'The page is served on 127.0.0.1 alone, to who has the address that is printed. It ends with Ctrl-C, or a minute after its last page was closed. Over ssh, forward the port and give it with `--port`.',
  async run({ args, world, repository }) {
    const port = wholeNumber(args, 'port') ?? 0;
    if (port > MAX_PORT) throw new Failure('usage', `option '--port' needs a port, not '${port}'`);
    // What is wrong with the repository is said here and not by a page.
    await repository();
    const host: UiHost = { world, readOnly: args.flag('read-only'), examine: (opened) => examineFor(opened, world) };
    const server = await serveUi(host, { port, pageFolder: pageFolder(world), idleMs: IDLE_MS });
    world.stdout.write(`${server.url}\n`);
    world.stderr.write('Press Ctrl-C to end it.\n');
    process.once('SIGINT', server.close);
    process.once('SIGTERM', server.close);
    if (!args.flag('no-open')) openBrowser(server.url, world);
    await server.closed;
    return 0;
  },
};

/** The build puts the page beside the program. */
export function pageFolder({ program = [] }: Pick<World, 'program'>): string {
  const path = program.at(-1) ?? '';
  const folder = existsSync(path) ? join(dirname(realpathSync(path)), 'ui') : '';
  if (existsSync(join(folder, 'index.html'))) return folder;
  throw new Failure('fatal', 'the page is not there', { hint: 'Build it with `npm run build`.' });
}

function examineFor(repository: Repository, world: World) {
  const places = { env: world.env, home: world.env['HOME'] ?? homedir(), root: repository.engine.place.root };
  return examine({ repository, places, program: programWords(world), world });
}

/** A machine that is reached over ssh has a browser elsewhere. */
function openBrowser(url: string, { env, stderr }: World): void {
  if (env['SSH_CONNECTION'] !== undefined) return;
  const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
    darwin: ['open', url],
    win32: ['cmd', '/c', 'start', '', url],
  };
  const [program, ...words] = openers[platform()] ?? ['xdg-open', url];
  const child = spawn(program, words, { detached: true, stdio: 'ignore' });
  child.on('error', () => stderr.write('No browser could be started; open the address yourself.\n'));
  child.unref();
}
