import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../src/hooks/doctor/remove-folder.ts';
import { settled } from '../../test/support/hook-session.ts';
import { CLI, runCli } from '../../test/support/run-cli.ts';
import { type TestRepo, testRepo } from '../../test/support/with-repo.ts';
import { type ScriptedModel, serveModel } from './api/serve.ts';
import type { Client, ClientPlace } from './clients/client.ts';
import { type ClientName, clients } from './clients/table.ts';
import { findClient } from './find-client.ts';
import { put } from './put.ts';

const all: readonly Client[] = Object.values(clients);

/** A project, a home and a scripted model: all that a client sees of the world. */
export interface Stage {
  readonly repo: TestRepo;
  readonly model: ScriptedModel;
  /** The environment of clients, built from nothing. */
  readonly env: Record<string, string>;
  /** The command of a client; the scenario is skipped when it cannot be installed. */
  client(name: ClientName): readonly string[];
  /** Runs git checkpoint in the project, as the user would. */
  checkpoint(...args: string[]): string;
}

/** Thrown by a scenario that cannot be played here. */
export class Skipped extends Error {}

/** Builds a stage, plays on it and tears it down. A stage on which something failed is kept and named. */
export async function onStage(play: (stage: Stage) => Promise<void>): Promise<void> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'gc-e2e-')));
  const model = await serveModel();
  try {
    const stage = buildStage(base, model);
    try {
      await play(stage);
    } finally {
      for (const client of all) client.endDaemon?.(stage.repo.root);
    }
    await settled(stage.repo);
    await removeFolder(base);
  } catch (error) {
    if (error instanceof Skipped) rmSync(base, { recursive: true, force: true });
    else {
      put(join(base, 'requests.json'), JSON.stringify(model.requests, null, 1));
      process.stdout.write(`     kept: ${base}\n`);
    }
    throw error;
  } finally {
    await model.close();
  }
}

function buildStage(base: string, model: ScriptedModel): Stage {
  const [home, project, bin] = [join(base, 'home'), join(base, 'project'), join(base, 'bin')];
  for (const folder of [home, project, bin]) mkdirSync(folder);
  put(join(bin, 'git-checkpoint'), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
  chmodSync(join(bin, 'git-checkpoint'), 0o755);
  const repo = testRepo(home, project);
  repo.git('init', '--quiet', '--initial-branch=main');
  repo.write('README.md', '# Greeter\n\nSays hello.\n');
  repo.commit('Begin');
  const place = { home, project, url: model.url };
  const env = clientEnv(place, bin);
  prepareHome(place, bin);
  return {
    repo,
    model,
    env,
    client: (name) => {
      const command = findClient(name);
      if (command === undefined) throw new Skipped(`${name} cannot be installed here`);
      return command;
    },
    checkpoint: (...args) => {
      const run = runCli(repo, args, { env });
      if (run.status !== 0) throw new Error(`git checkpoint ${args.join(' ')}: exit ${run.status}: ${run.stderr}`);
      return run.stdout;
    },
  };
}

function clientEnv(place: ClientPlace, bin: string): Record<string, string> {
  const { home } = place;
  return {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    USER: 'e2e',
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    GIT_CONFIG_NOSYSTEM: '1',
    DO_NOT_TRACK: '1',
    ...Object.assign({}, ...all.map((client) => client.env?.(place))),
  };
}

/** What gets fresh clients past their first questions. */
function prepareHome(place: ClientPlace, bin: string): void {
  // One client runs commands in a shell of its own making.
  put(join(place.home, '.profile'), `export PATH='${bin}':"$PATH"\n`);
  put(join(place.home, '.gitconfig'), '[user]\n\tname = Ada Example\n\temail = ada@example.com\n');
  for (const client of all) client.prepare?.(place);
}
