import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readConfig } from '../../../src/config/merge.ts';
import { readConfigFile } from '../../../src/config/read-file.ts';
import { writeConfigFile } from '../../../src/config/write-file.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

const worldOf = (folder: string) => ({ env: { XDG_CONFIG_HOME: folder } });

function place(folder: string, name: string, text: string): string {
  mkdirSync(join(folder, 'git-checkpoint'), { recursive: true });
  const path = join(folder, 'git-checkpoint', name);
  writeFileSync(path, text);
  return path;
}

describe("the user's settings file", (it) => {
  it('is made when the first setting is written', () =>
    withFolder(async (folder) => {
      const world = worldOf(join(folder, 'new'));
      await writeConfigFile(world, { key: 'hooks.save_each_turn', value: false });
      await writeConfigFile(world, { key: 'engine', value: 'native' });
      assert.equal(
        (await readConfigFile(world)).values,
        new Map<string, unknown>([
          ['hooks.save_each_turn', false],
          ['engine', 'native'],
        ]),
      );
    }));

  it('keeps comments, other settings and file mode', () =>
    withFolder(async (folder) => {
      const path = place(folder, 'config.yaml', '# mine\nhooks:\n  save_each_turn: true # always\nengine: auto\n');
      chmodSync(path, 0o600);
      await writeConfigFile(worldOf(folder), { key: 'hooks.save_each_turn', value: false });
      await writeConfigFile(worldOf(folder), { key: 'engine' });
      assert.is(readFileSync(path, 'utf8'), '# mine\nhooks:\n  save_each_turn: false # always\n');
      assert.is(statSync(path).mode & 0o777, 0o600);
      assert.equal(readdirSync(join(folder, 'git-checkpoint')), ['config.yaml']);
    }));

  it('may be JSON, and may be a link', () =>
    withFolder(async (folder) => {
      const real = join(folder, 'dotfile.json');
      writeFileSync(real, '{"hooks":{"auto_resume_on_start":"prompt"}}');
      mkdirSync(join(folder, 'git-checkpoint'));
      const path = join(folder, 'git-checkpoint', 'config.json');
      symlinkSync(real, path);
      await writeConfigFile(worldOf(folder), { key: 'hooks.checkpoint_threshold_percent', value: 80 });
      assert.ok(lstatSync(path).isSymbolicLink());
      assert.equal(JSON.parse(readFileSync(real, 'utf8')), {
        hooks: { auto_resume_on_start: 'prompt', checkpoint_threshold_percent: 80 },
      });
    }));

  it('is not written over when it cannot be read', () =>
    withFolder(async (folder) => {
      const path = place(folder, 'config.yaml', 'hooks: [\n');
      const failed = await writeConfigFile(worldOf(folder), { key: 'engine', value: 'native' }).catch((error) => error);
      assert.match(failed.message, /is not YAML/);
      assert.is(readFileSync(path, 'utf8'), 'hooks: [\n');
    }));

  it('may be JSON with comments, which a change by us would lose and so is refused', () =>
    withFolder(async (folder) => {
      const text =
        '// mine\n{ "engine": "auto", // or native\n "resume": { "max_chars": 5 }, "analysis": { "model": "a//b" } }\n';
      const path = place(folder, 'config.json', text);
      const { values } = await readConfigFile(worldOf(folder));
      assert.equal([values.get('engine'), values.get('analysis.model')], ['auto', 'a//b']);
      await writeConfigFile(worldOf(folder), { key: 'engine', value: 'native' }).then(
        () => assert.unreachable(),
        ({ message, hint }) => assert.match(`${message} ${hint}`, /comments that would be lost .*config set/),
      );
      assert.is(readFileSync(path, 'utf8'), text);
    }));

  it('is the one of contextd where there is none of ours, and goes on in ours when something is set', () =>
    withFolder(async (folder) => {
      mkdirSync(join(folder, 'contextd'));
      const older = join(folder, 'contextd', 'config.json');
      writeFileSync(
        older,
        '{ "hooks": { "checkpoint_threshold_percent": 80 }, // of theirs:\n "server": { "port": 1 } }',
      );
      assert.equal(await readConfigFile(worldOf(folder)), {
        path: older,
        values: new Map([['hooks.checkpoint_threshold_percent', 80]]),
      });
      await writeConfigFile(worldOf(folder), { key: 'engine', value: 'native' });
      const { path, values } = await readConfigFile(worldOf(folder));
      assert.is(path, join(folder, 'git-checkpoint', 'config.yaml'));
      assert.equal(Object.fromEntries(values), { 'hooks.checkpoint_threshold_percent': 80, engine: 'native' });
    }));

  it('takes the names of git for its settings too', () =>
    withFolder(async (folder) => {
      place(folder, 'config.yaml', 'checkpoint:\n  saveEachTurn: false\n');
      assert.equal((await readConfigFile(worldOf(folder))).values, new Map([['hooks.save_each_turn', false]]));
    }));

  it('has an example that ships, every line of which is a setting', () =>
    withFolder(async (folder) => {
      place(folder, 'config.json', readFileSync(new URL('../../../config.example.json', import.meta.url), 'utf8'));
      const { config, origins } = await readConfig({ entries: [] }, worldOf(folder));
      assert.is(config.thresholdPercent, 70);
      assert.is([...origins.values()].filter(({ layer }) => layer === 'file').length, 13);
      const { files } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
      assert.ok(files.includes('config.example.json'));
    }));
});
