import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { put } from '../put.ts';
import { type Client, type ClientPlace, json, MODEL } from './client.ts';

/** OpenCode, and Kilo, which is OpenCode under another name. */
interface Kind {
  readonly name: 'opencode' | 'kilo';
  readonly packages: Client['packages'];
  readonly program: string;
  readonly schema: string;
  /** The package of its own that it installs wherever there are plugins, and waits for, unless it seems to be there. */
  readonly plugin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Read as the models of all providers; otherwise thousands that nobody asks for are gone through at every start. */
const modelsFile = (home: string, name: Kind['name']) => join(home, '.cache', name, 'no-models.json');

function clientFor({ name, packages, program, schema, plugin, env, more }: Kind): Client {
  return {
    packages,
    program,
    prepare: ({ home, url }: ClientPlace) => {
      const folder = join(home, '.config', name);
      const models = { [MODEL]: { name: 'Fake 1', tool_call: true, limit: { context: 200_000, output: 8000 } } };
      const options = { baseURL: `${url}/v1`, apiKey: 'none' };
      const config = {
        // Without it, the client writes it into the file.
        $schema: schema,
        model: `fake/${MODEL}`,
        small_model: `fake/${MODEL}`,
        autoupdate: false,
        share: 'disabled',
        ...more,
        provider: { fake: { npm: '@ai-sdk/openai-compatible', name: 'Fake', options, models } },
      };
      put(join(folder, `${name}.json`), json(config));
      mkdirSync(join(folder, 'node_modules'), { recursive: true });
      const lock = { lockfileVersion: 3, packages: { '': { dependencies: { [plugin]: '*' } } } };
      put(join(folder, 'package-lock.json'), JSON.stringify(lock));
      put(modelsFile(home, name), json({}));
      // Its moving letters take a whole core for as long as it is open.
      put(join(home, '.local', 'state', name, 'kv.json'), json({ animations_enabled: false }));
    },
    env: ({ home }) => ({ ...env, [`${name.toUpperCase()}_MODELS_PATH`]: modelsFile(home, name) }),
  };
}

export const openCode = clientFor({
  name: 'opencode',
  packages: ['opencode-linux-x64@1.18.33'],
  program: 'node_modules/opencode-linux-x64/bin/opencode',
  schema: 'https://opencode.ai/config.json',
  plugin: '@opencode-ai/plugin',
  env: Object.fromEntries(
    ['MODELS_FETCH', 'AUTOUPDATE', 'LSP_DOWNLOAD', 'DEFAULT_PLUGINS'].map((what) => [`OPENCODE_DISABLE_${what}`, '1']),
  ),
});

export const kilo = clientFor({
  name: 'kilo',
  packages: ['@kilocode/cli-linux-x64@7.7.9'],
  program: 'node_modules/@kilocode/cli-linux-x64/bin/kilo',
  schema: 'https://app.kilo.ai/config.json',
  plugin: '@kilocode/plugin',
  // When its own snapshot takes longer than ten seconds, it asks about it, and a run without a terminal waits for ever.
  // What it would write into the file itself at its first start stands there already.
  more: { snapshot: false, permission: { bash: 'allow' } },
  env: {
    KILO_DISABLE_MODELS_FETCH: '1',
    KILO_DISABLE_AUTOUPDATE: '1',
    KILO_DISABLE_LSP_DOWNLOAD: '1',
    KILO_DISABLE_DEFAULT_PLUGINS: '1',
    KILO_DISABLE_SESSION_INGEST: '1',
    KILO_TELEMETRY_LEVEL: 'off',
  },
});
