import { join } from 'node:path';
import { put } from '../put.ts';
import { type Client, json, MODEL } from './client.ts';

/** Without an account it speaks to a model of one's own: `copilot help providers` says how. */
export const copilotCli: Client = {
  packages: ['@github/copilot-linux-x64@1.0.102'],
  program: 'node_modules/@github/copilot-linux-x64/copilot',
  prepare: ({ home, project }) =>
    put(join(home, '.copilot', 'config.json'), json({ trusted_folders: [project], banner: 'never' })),
  env: ({ url }) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: 'none',
    COPILOT_MODEL: MODEL,
    COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '200000',
    COPILOT_PROVIDER_MAX_OUTPUT_TOKENS: '8000',
  }),
};
