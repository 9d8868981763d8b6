import { join } from 'node:path';
import { put } from '../put.ts';
import type { Client } from './client.ts';

/** Runs the prompt behind them without a terminal and without questions. */
export const codexArguments = ['exec', '--dangerously-bypass-hook-trust', '--dangerously-bypass-approvals-and-sandbox'];

export const codex: Client = {
  packages: ['@openai/codex@0.166.0'],
  program: { below: 'node_modules/@openai', name: 'codex' },
  prepare: ({ home, project, url }) =>
    put(
      join(home, '.codex', 'config.toml'),
      `model = "gpt-5.1-codex"\nmodel_provider = "scripted"\ncheck_for_update_on_startup = false\n[analytics]\nenabled = false\n[model_providers.scripted]\nname = "scripted"\nbase_url = "${url}/v1"\nenv_key = "MODEL_KEY"\nwire_api = "responses"\nsupports_websockets = false\n[projects."${project}"]\ntrust_level = "trusted"\n`,
    ),
  env: ({ home }) => ({ MODEL_KEY: 'none', CODEX_HOME: join(home, '.codex') }),
};
