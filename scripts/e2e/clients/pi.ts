import { join } from 'node:path';
import { put } from '../put.ts';
import { type Client, json, MODEL } from './client.ts';

export const pi: Client = {
  packages: ['@earendil-works/pi-coding-agent@1.5.0', 'jiti@2.7.0'],
  program: 'package/dist/bundle/cli.js',
  onNode22: true,
  unpacked: true,
  prepare: ({ home, url }) => {
    const folder = join(home, '.pi', 'agent');
    const models = [{ id: MODEL, name: 'Fake 1', contextWindow: 200_000, maxTokens: 8000 }];
    const fake = { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: 'none', models };
    put(join(folder, 'models.json'), json({ providers: { fake } }));
    // Short sessions have something to compact, too.
    const compaction = { keepRecentTokens: 1 };
    const settings = {
      defaultProvider: 'fake',
      defaultModel: MODEL,
      // Nobody is asked in a run without a terminal.
      defaultProjectTrust: 'always',
      enableInstallTelemetry: false,
      compaction,
    };
    put(join(folder, 'settings.json'), json(settings));
  },
  env: () => ({ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' }),
};
