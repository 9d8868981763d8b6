import { join } from 'node:path';
import { put } from '../put.ts';
import { type Client, json, MODEL } from './client.ts';

export const cline: Client = {
  packages: ['@cline/cli-linux-x64@3.0.65'],
  program: 'node_modules/@cline/cli-linux-x64/bin/cline',
  prepare: ({ home, url }) => {
    const settings = { provider: 'openai-compatible', apiKey: 'none', model: MODEL, baseUrl: `${url}/v1` };
    const provider = { settings, updatedAt: '2026-01-01T00:00:00.000Z', tokenSource: 'manual' };
    put(
      join(home, '.cline', 'data', 'settings', 'providers.json'),
      json({
        version: 1,
        lastUsedProvider: 'openai-compatible',
        modes: {},
        providers: { 'openai-compatible': provider },
      }),
    );
  },
  env: () => ({ CLINE_NO_AUTO_UPDATE: '1', CLINE_TELEMETRY_DISABLED: '1' }),
};
