import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Client {
  readonly package: string;
  /** Where its program lies below node_modules, or a folder there and the name of a program somewhere in it. */
  readonly program: string | { readonly below: string; readonly name: string };
}

const clients = {
  'claude-code': {
    package: '@anthropic-ai/claude-code@2.1.325',
    program: { below: '@anthropic-ai', name: 'claude' },
  },
  codex: { package: '@openai/codex@0.166.0', program: { below: '@openai', name: 'codex' } },
  'gemini-cli': { package: '@google/gemini-cli@0.61.0', program: '.bin/gemini' },
  opencode: { package: 'opencode-linux-x64@1.18.33', program: 'opencode-linux-x64/bin/opencode' },
} as const satisfies Readonly<Record<string, Client>>;

export type ClientName = keyof typeof clients;

/** Clients stay installed between runs; GIT_CHECKPOINT_E2E_CLIENTS names another folder for them. */
const folder = process.env['GIT_CHECKPOINT_E2E_CLIENTS'] ?? join(tmpdir(), 'git-checkpoint-e2e-clients');

/** The command that starts a real client, installed from the registry when it is not there; undefined when it cannot be. */
export function findClient(name: ClientName): readonly string[] | undefined {
  return commandOf(name) ?? (install(name) ? commandOf(name) : undefined);
}

function install(name: ClientName): boolean {
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{"private":true}\n');
  const { package: wanted } = clients[name];
  process.stdout.write(`installing ${wanted} …\n`);
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', wanted];
  const run = spawnSync('npm', args, { cwd: place, encoding: 'utf8', timeout: 600_000 });
  if (run.status !== 0) process.stdout.write(`${run.stderr}\n`);
  return run.status === 0;
}

/** Install scripts do not run, so native programs are started where they lie. */
function commandOf(name: ClientName): readonly string[] | undefined {
  const modules = join(folder, name, 'node_modules');
  const { program }: Client = clients[name];
  const found =
    typeof program === 'string'
      ? [join(modules, program)].find(existsSync)
      : findBelow(join(modules, program.below), program.name);
  return found === undefined ? undefined : [found];
}

function findBelow(directory: string, name: string): string | undefined {
  if (!existsSync(directory)) return undefined;
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const native = entries.find((entry) => entry.isFile() && entry.name === name && !entry.parentPath.includes('.bin'));
  return native === undefined ? undefined : join(native.parentPath, native.name);
}
