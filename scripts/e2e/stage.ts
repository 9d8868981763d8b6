import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../src/hooks/doctor/remove-folder.ts';
import { settled } from '../../test/support/hook-session.ts';
import { CLI, runCli } from '../../test/support/run-cli.ts';
import { type TestRepo, testRepo } from '../../test/support/with-repo.ts';
import { type ScriptedModel, serveModel } from './api/serve.ts';
import { type ClientName, findClient } from './clients.ts';
import { openCodeEnv, prepareOpenCode } from './opencode-home.ts';
import { put } from './put.ts';

const KEY = 'sk-ant-e2e-not-a-key-00000000000000000000';

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
    await play(stage);
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
  const env = clientEnv(home, bin, model.url);
  prepareHomes(home, project, model.url);
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

function clientEnv(home: string, bin: string, url: string): Record<string, string> {
  return {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    USER: 'e2e',
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    GIT_CONFIG_NOSYSTEM: '1',
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DO_NOT_TRACK: '1',
    // Root may run tools without asking only in a sandbox, and this is one.
    IS_SANDBOX: '1',
    MODEL_KEY: 'none',
    CODEX_HOME: join(home, '.codex'),
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    ...openCodeEnv,
  };
}

/** What gets fresh clients past their first questions. */
function prepareHomes(home: string, project: string, url: string): void {
  put(join(home, '.gitconfig'), '[user]\n\tname = Ada Example\n\temail = ada@example.com\n');
  const claude = {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: '2.1.325',
    theme: 'dark',
    numStartups: 5,
    autoUpdates: false,
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] } },
  };
  put(join(home, '.claude.json'), JSON.stringify(claude, null, 2));
  put(
    join(home, '.codex', 'config.toml'),
    `model = "gpt-5.1-codex"\nmodel_provider = "scripted"\ncheck_for_update_on_startup = false\n[analytics]\nenabled = false\n[model_providers.scripted]\nname = "scripted"\nbase_url = "${url}/v1"\nenv_key = "MODEL_KEY"\nwire_api = "responses"\nsupports_websockets = false\n[projects."${project}"]\ntrust_level = "trusted"\n`,
  );
  const gemini = {
    security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
    general: { enableAutoUpdate: false },
    // Left open, a further model is asked each time which one to take.
    model: { name: 'gemini-2.5-pro' },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
  };
  put(join(home, '.gemini', 'settings.json'), `${JSON.stringify(gemini, null, 2)}\n`);
  prepareOpenCode(home, url);
}
