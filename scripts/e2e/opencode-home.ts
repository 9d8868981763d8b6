import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { put } from './put.ts';

/** What keeps OpenCode from the network. */
export const openCodeEnv: Readonly<Record<string, string>> = Object.fromEntries(
  ['MODELS_FETCH', 'AUTOUPDATE', 'LSP_DOWNLOAD', 'DEFAULT_PLUGINS'].map((what) => [`OPENCODE_DISABLE_${what}`, '1']),
);

/** A home in which OpenCode speaks to the scripted model. */
export function prepareOpenCode(home: string, url: string): void {
  const folder = join(home, '.config', 'opencode');
  const models = { 'fake-1': { name: 'Fake 1', tool_call: true, limit: { context: 200_000, output: 8000 } } };
  const options = { baseURL: `${url}/v1`, apiKey: 'none' };
  const config = {
    // Without it, the client writes it into the file.
    $schema: 'https://opencode.ai/config.json',
    model: 'fake/fake-1',
    small_model: 'fake/fake-1',
    autoupdate: false,
    share: 'disabled',
    provider: { fake: { npm: '@ai-sdk/openai-compatible', name: 'Fake', options, models } },
  };
  put(join(folder, 'opencode.json'), `${JSON.stringify(config, null, 2)}\n`);
  // It waits for a package of its own, which it installs wherever there are plugins, unless it seems to be there.
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  const lock = { lockfileVersion: 3, packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } };
  put(join(folder, 'package-lock.json'), JSON.stringify(lock));
}
