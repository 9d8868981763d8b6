import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { mergeConfig, readConfig } from '../../../src/config/merge.ts';
import type { ConfigFile } from '../../../src/config/read-file.ts';
import { settings } from '../../../src/config/settings.ts';
import type { ConfigEntry } from '../../../src/git/engine.ts';
import { describe } from '../../support/suite.ts';
import { withRepo } from '../../support/with-repo.ts';

const file = (values: Record<string, unknown> = {}) => ({
  path: '/home/ada/config.yaml',
  values: new Map(Object.entries(values)),
});
const entry = (key: string, value: string): ConfigEntry => ({ key, value, origin: 'file:.git/config', scope: 'local' });

const merged = (inFile: ConfigFile, entries: readonly ConfigEntry[], env: Record<string, string>) =>
  mergeConfig(inFile, { entries }, env);

describe('settings that decide about trust', (it) => {
  const ofUser = settings.filter((setting) => setting.ofUser);
  const example: Partial<Record<string, string>> = { conversation: 'share', llm: 'on', engine: 'portable' };

  it('are those about programs, remotes, models and people', () =>
    assert.equal(
      ofUser.map(({ name }) => name),
      ['conversation', 'sign', 'llm', 'model', 'remote', 'autoSync', 'allowedAuthors', 'engine'],
    ));

  it('are not taken from the configuration of a repository, which is told', () => {
    for (const { name, git, default: value } of ofUser) {
      const planted = entry(`checkpoint.${git.toLowerCase()}`, example[name] ?? 'true');
      for (const scope of ['local', 'worktree'] as const) {
        const { config, refused } = merged(file(), [{ ...planted, scope }], {});
        assert.equal(config[name], value, name);
        assert.equal(refused, [{ ...planted, scope }]);
      }
    }
  });

  it("are taken from the user's configuration, for one repository before those for all", () =>
    withRepo((repo) => {
      const gitDir = join(repo.root, '.git');
      const place = { root: repo.root, gitDir, commonDir: gitDir, prefix: '' };
      const mine = (key: string, value: string) => ({ ...entry(key, value), scope: 'global' as const });
      const remoteIn = (...entries: ConfigEntry[]) => mergeConfig(file(), { entries, place }, {}).config.remote;
      assert.is(remoteIn(mine('checkpoint.remote', 'all')), 'all');
      const here = mine(`checkpoint.${gitDir}.remote`, 'here');
      assert.is(remoteIn(here, mine('checkpoint.remote', 'all')), 'here');
      assert.is(remoteIn({ ...here, scope: 'local' }, mine('checkpoint.remote', 'all')), 'all');
      assert.is(remoteIn(mine('checkpoint./another/.git.remote', 'there')), '');
    }));
});

describe('settings', (it) => {
  it('are the defaults when nothing is said', () => {
    const { config, origins } = merged(file(), [], {});
    assert.is(config.autoCheckpointOnClear, 'prompt');
    assert.is(config.thresholdPercent, 70);
    assert.is(config.maxCheckpointSize, 10_485_760);
    assert.is(config.remote, '');
    assert.equal(origins.get('mode'), { layer: 'default', place: '' });
  });

  it('come from file, then git config, then environment', () => {
    const inFile = file({
      'hooks.checkpoint_threshold_percent': 75,
      'checkpoint.mode': 'summary',
      'resume.budget_tokens': 3000,
    });
    const entries = [entry('checkpoint.thresholdpercent', '80'), entry('checkpoint.mode', 'stateful')];
    const { config, origins } = merged(inFile, entries, { GIT_CHECKPOINT_THRESHOLD: '90' });
    assert.is(config.thresholdPercent, 90);
    assert.is(config.mode, 'stateful');
    assert.is(config.resumeBudget, 3000);
    assert.equal(origins.get('thresholdPercent'), { layer: 'environment', place: 'GIT_CHECKPOINT_THRESHOLD' });
    assert.equal(origins.get('mode'), { layer: 'git config', place: '.git/config' });
    assert.equal(origins.get('resumeBudget'), { layer: 'file', place: '/home/ada/config.yaml' });
  });

  it("understand older names of variables, git's flags and sizes", () => {
    const env = {
      CONTEXTD_AUTO_CHECKPOINT_ON_CLEAR: 'yes',
      CONTEXTD_AUTO_RESUME: 'false',
      CONTEXTD_CHECKPOINT_MAX_SIZE: '20m',
    };
    const { config } = merged(file(), [entry('checkpoint.saveeachturn', 'off')], env);
    assert.is(config.autoCheckpointOnClear, 'true');
    assert.is(config.autoResumeOnStart, 'false');
    assert.is(config.maxCheckpointSize, 20 * 1024 * 1024);
    assert.is(config.saveEachTurn, false);
  });

  it('take several values where several make sense', () => {
    const { config } = merged(
      file(),
      [entry('checkpoint.exclude', '*.tmp'), entry('checkpoint.exclude', 'data/**')],
      {},
    );
    assert.equal(config.exclude, ['*.tmp', 'data/**']);
  });

  /** What is wrong, in words. */
  const problems = (...args: Parameters<typeof merged>) =>
    merged(...args)
      .problems.map(({ failure }) => failure.message)
      .join('\n');

  it('name place, key and what is allowed when a value is wrong, and go on with the default', () => {
    assert.match(
      problems(file({ 'hooks.checkpoint_threshold_percent': 50 }), [], {}),
      /config\.yaml: hooks\.checkpoint_threshold_percent must be 70–95 \(got '50'\)/,
    );
    assert.match(
      problems(file(), [entry('checkpoint.mode', 'both')], {}),
      /checkpoint\.mode must be one of .* \(got 'both'\)/,
    );
    const both = merged(file({ 'checkpoint.max_file_size': 5 }), [], { GIT_CHECKPOINT_MAX_SIZE: 'lots' });
    assert.match(both.problems[0]?.failure.message ?? '', /GIT_CHECKPOINT_MAX_SIZE must be .* \(got 'lots'\)/);
    assert.equal([both.config.maxCheckpointSize, both.config.maxFileSize], [10_485_760, 5]);
    for (const values of [
      { 'checkpoint.exclude_patterns': 'x' },
      { 'analysis.model': 3 },
      { 'checkpoint.capture_files': 'maybe' },
    ])
      assert.match(problems(file(values), [], {}), /must be .* \(got /);
  });

  it('name keys that nobody knows, and go on without them', () => {
    assert.match(problems(file({ 'hooks.auto_save': true }), [], {}), /unknown setting 'hooks.auto_save'/);
    assert.match(problems(file(), [entry('checkpoint.autosave', '1')], {}), /unknown setting 'checkpoint.autosave'/);
  });

  it('are read from YAML and from JSON, and a broken file is named', () =>
    withRepo(async (repo) => {
      const env = { XDG_CONFIG_HOME: repo.home };
      const folder = join(repo.home, 'git-checkpoint');
      mkdirSync(folder);
      writeFileSync(join(folder, 'config.json'), '{"hooks": {"auto_resume_on_start": "prompt"}}');
      assert.is((await readConfig({ entries: [] }, { env })).config.autoResumeOnStart, 'prompt');
      writeFileSync(join(folder, 'config.yaml'), 'checkpoint:\n  max_auto_summaries: 3\n');
      assert.is((await readConfig({ entries: [] }, { env })).config.maxAuto, 3);
      writeFileSync(join(folder, 'config.yaml'), 'checkpoint:\n#  max_auto_summaries: 3\nhooks:\n');
      assert.is((await readConfig({ entries: [] }, { env })).config.maxAuto, 0);
      for (const [text, message] of [
        ['a: [', /config\.yaml is not YAML/],
        ['- 1', /does not map names to settings/],
      ] as const) {
        writeFileSync(join(folder, 'config.yaml'), text);
        const { problems: told, config } = await readConfig({ entries: [] }, { env });
        assert.match(told[0]?.failure.message ?? '', message);
        assert.is(config.maxAuto, 0);
      }
    }));
});
