import { join } from 'node:path';
import { put } from '../put.ts';
import { type Client, MODEL } from './client.ts';

export const kimiCode: Client = {
  packages: ['@moonshot-ai/kimi-code@2.1.0'],
  program: 'node_modules/@moonshot-ai/kimi-code/dist/main.mjs',
  onNode22: true,
  prepare: ({ home, url }) =>
    put(
      join(home, '.kimi-code', 'config.toml'),
      `default_model = "fake"\ntelemetry = false\n\n[providers.fake]\ntype = "openai"\nbase_url = "${url}/v1"\napi_key = "none"\n\n[models.fake]\nprovider = "fake"\nmodel = "${MODEL}"\nmax_context_size = 200000\n`,
    ),
  env: () => ({ KIMI_DISABLE_TELEMETRY: '1', KIMI_CODE_NO_AUTO_UPDATE: '1' }),
};
