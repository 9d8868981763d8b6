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
});
