import * as assert from 'uvu/assert';
import { checkpointErrors } from '../support/note-validator.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const json = async (repo: TestRepo, ...args: string[]) => JSON.parse((await runMain(repo, args)).stdout);

async function oneCheckpoint(repo: TestRepo): Promise<Record<string, unknown>> {
  repo.write('a.txt', 'one\n');
  repo.commit('base');
  repo.write('a.txt', 'two\n');
  return json(repo, 'save', '-m', 'First', '--json');
}

describe('--json', (it) => {
  it('is the same checkpoint in every command, as the schema says', () =>
    withRepo(async (repo) => {
      const saved = await oneCheckpoint(repo);
      assert.equal(checkpointErrors(saved), []);
      const [listed] = await json(repo, 'list', '--json');
      const shown = await json(repo, 'show', '--json');
      const { checkpoint: newest } = await json(repo, 'status', '--json');
      const [kept] = await json(repo, 'keep', '--json');
      for (const entry of [listed, shown, newest, kept]) {
        assert.equal(checkpointErrors(entry), []);
        for (const field of [
          'number',
          'id',
          'uid',
          'commit',
          'tree',
          'base',
          'created',
          'summary',
          'trigger',
          'branch',
        ])
          assert.is(entry[field], saved[field], field);
      }
      assert.equal([listed.number, listed.id, listed.branch, listed.kept], [1, 'CHECKPOINT-00001', 'main', false]);
      assert.is(kept.kept, true);
    }));

  it('has names in snake_case only', () =>
    withRepo(async (repo) => {
      await oneCheckpoint(repo);
      repo.write('b.txt', 'new\n');
      const commands = [
        ['list', '--json'],
        ['show', '--json'],
        ['status', '--json'],
        ['verify', '--json'],
        ['diff', '--json'],
        ['keep', '--json'],
        ['grep', 'First', '--json'],
        ['prune', '--dry-run', '--json'],
      ];
      for (const args of commands) {
        const names = namesIn(await json(repo, ...args));
        assert.equal(
          names.filter((name) => /[A-Z]/.test(name)),
          [],
          args.join(' '),
        );
      }
    }));

  it('has the contents of files only when asked', () =>
    withRepo(async (repo) => {
      await oneCheckpoint(repo);
      assert.equal((await json(repo, 'show', '--json')).files, [
        { path: 'a.txt', status: 'modified', added: 1, removed: 1 },
      ]);
      assert.is((await json(repo, 'show', '--json', '--with-content')).files[0].content, 'two\n');
    }));

  it('prints only the fields that are named', () =>
    withRepo(async (repo) => {
      await oneCheckpoint(repo);
      assert.is(
        await checkpoint(repo, 'list', '--json=number,summary,context.branch'),
        '[{"number":1,"summary":"First","context.branch":"main"}]\n',
      );
      assert.is(await checkpoint(repo, 'keep', '--json=kept,session'), '[{"kept":true,"session":null}]\n');
      const wrong = await runMain(repo, ['list', '--json=nothing']);
      assert.is(wrong.status, 129);
      assert.match(wrong.stderr, /unknown field 'nothing'/);
      assert.match(wrong.stderr, /Fields: .*number.*summary/);
    }));
});

/** Every name of a field, except of maps whose names are paths or places. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  const maps = new Set(['evidence', 'modified_at']);
  return Object.entries(value).flatMap(([name, inner]) => [name, ...(maps.has(name) ? [] : namesIn(inner))]);
}
