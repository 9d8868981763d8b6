import { join } from 'node:path';
import { put } from '../put.ts';
import { type Client, json } from './client.ts';

export const geminiCli: Client = {
  packages: ['@google/gemini-cli@0.61.0'],
  program: 'node_modules/.bin/gemini',
  prepare: ({ home }) =>
    put(
      join(home, '.gemini', 'settings.json'),
      json({
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        general: { enableAutoUpdate: false },
        // Left open, a further model is asked each time which one to take.
        model: { name: 'gemini-2.5-pro' },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    ),
  env: ({ url }) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
};
