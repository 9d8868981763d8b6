import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/documents/${name}`, import.meta.url)), 'utf8');
const example = fixture('format-1.0.0.md');
const stateful = fixture('stateful.json');

const saveFrom = (repo: TestRepo, document: string, ...args: string[]) =>
  runMain(repo, ['save', '--from', '-', ...args], { input: document });
const show = async (repo: TestRepo, ...args: string[]) => (await runMain(repo, ['show', ...args])).stdout;

/** Number and time are the store's own. */
const withoutStamp = (document: string) => document.replace(/^checkpoint: .*\ncreated: .*\n/m, '');

describe('a document of Checkpoint Format 1.0.0', (it) => {
  it('comes back as it was, but for its number and its time', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      const run = await saveFrom(repo, example);
      assert.equal([run.status, run.stderr], [0, '']);
      assert.is(withoutStamp(await show(repo, '--format=md')), withoutStamp(example));
      assert.match(await show(repo, '--format=md'), /^---\ncheckpoint: CHECKPOINT-00001\ncreated: 2/);
    }));

  it('keeps its artifacts beside those of git, with the words of who wrote them', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      repo.write('src/services/gemini.ts', 'export {};\n');
      repo.write('src/other.ts', 'export {};\n');
      await saveFrom(repo, example);
      const rows = (await show(repo, '--format=md')).split('\n').filter((line) => line.startsWith('| `'));
      assert.equal(rows, [
        '| `src/services/gemini.ts` | created | Gemini client with exponential backoff |',
        '| `src/services/imageProcessor.ts` | created | base64 → ImageData → PaintByNumbers pipeline |',
        '| `src/hooks/useImageGeneration.ts` | created | React hook for image generation |',
        '| `src/other.ts` | created | +1 -0 |',
      ]);
      await runMain(repo, ['save', '-m', 'Later']);
      const later = (await show(repo, '--format=md')).split('\n').filter((line) => line.startsWith('| `'));
      assert.equal(later, [rows[0], rows[3]]);
    }));

  it('keeps sections that the format does not know, under their names', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      const more = example
        .replace('## User Rules', '### Open Questions\nWhich palette?\n\n## User Rules')
        .concat('\n## Links\n- The board\n\n### Archive\n```\n## not a heading\n```\n');
      assert.is((await saveFrom(repo, more)).status, 0);
      assert.is(withoutStamp(await show(repo, '--format=md')), withoutStamp(more));
      assert.match(await show(repo), /^Open Questions\n {2}Which palette\?\n/m);
      assert.is((await runMain(repo, ['grep', 'palette'])).status, 0);
    }));

  it('is refused without its front matter, with what is expected', () =>
    withRepo(async (repo) => {
      const run = await saveFrom(repo, example.replace(/^---[\s\S]*?---\n\n/, ''));
      assert.is(run.status, 129);
      assert.match(run.stderr, "the checkpoint document has no front matter: its first line is not '---'");
    }));
});

describe('the natural breaks of the format', (it) => {
  it('are reasons to save, each under its own name', () =>
    withRepo(async (repo) => {
      const breaks = ['phase', 'decision', 'shift'];
      for (const trigger of breaks) await runMain(repo, ['save', '-m', trigger, '--trigger', trigger]);
      const saved = JSON.parse((await runMain(repo, ['list', '--json'])).stdout);
      assert.equal(saved.map((one: { trigger: string }) => one.trigger).reverse(), breaks);
    }));
});

describe('a stateful document in JSON', (it) => {
  it('keeps tags, commands and packages, and names what it does not keep', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      const run = await saveFrom(repo, stateful, '--tag', 'jwt');
      assert.equal(
        run.stderr.split('\n').filter((line) => line.startsWith('warning')),
        [
          'warning: not kept of the document: the contents of pkg/auth/middleware.go, pkg/auth/middleware_test.go, cmd/contextd/main.go (the checkpoint holds the working tree)',
          `warning: not kept of the document: working_directory '/home/dahendel/projects/contextd' (here it is '${repo.root}')`,
        ],
      );
      const { tags, analysis, context } = JSON.parse(await show(repo, '--json'));
      assert.equal(tags, ['auth', 'security', 'jwt']);
      assert.equal(context.relevant_packages, ['pkg/auth', 'pkg/mcp']);
      assert.equal(context.recent_commands, [
        { command: 'go test ./pkg/auth/' },
        { command: 'go build ./cmd/contextd/' },
      ]);
      assert.equal(analysis.decisions, ['Use HS256 for now, RS256 later']);
      const { state, tags: again } = JSON.parse(await show(repo, '--format=json'));
      assert.equal(again, tags);
      assert.equal(state.context.recent_commands, ['go test ./pkg/auth/', 'go build ./cmd/contextd/']);
    }));

  it('is found by its tags', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await saveFrom(repo, stateful);
      await runMain(repo, ['save', '-m', 'Something about auth', '--tag', 'other']);
      const listed = async (tag: string) => JSON.parse((await runMain(repo, ['list', '--tag', tag, '--json'])).stdout);
      assert.equal(
        (await listed('security')).map(({ number }: { number: number }) => number),
        [1],
      );
      assert.equal(await listed('none'), []);
      assert.match(
        (await runMain(repo, ['grep', 'auth', '--tag', 'other'])).stdout,
        /^2:summary: Something about auth\n$/,
      );
      assert.match((await runMain(repo, ['grep', 'security'])).stdout, /^1:tags: security$/m);
    }));

  it('tells a branch that is not the one here', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      const document = { summary: 'x', state: { context: { git_branch: 'feature/auth', git_commit: '' } } };
      const run = await saveFrom(repo, JSON.stringify(document));
      assert.match(run.stderr, "git_branch 'feature/auth' (here it is 'main')");
    }));
});

describe('a free text', (it) => {
  const text = `**CHECKPOINT-00042**
Created: 2025-08-03T18:45:00Z

## Session Summary
Added JWT authentication. All of the tests pass.

### What was accomplished
- Middleware checks the token

### Current state
- Tests passing

### Next steps
1. Add token refresh
2. [ ] Update docs

**Files modified**:
- \`pkg/auth/middleware.go\` - checks the token
- created pkg/auth/middleware_test.go

### Risks
The secret is in the environment.
`;

  it('is understood by its headings', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await saveFrom(repo, text);
      const { number, summary, description, analysis, sections } = JSON.parse(await show(repo, '--json'));
      assert.equal([number, summary], [1, 'Added JWT authentication.']);
      assert.is(description, 'Added JWT authentication. All of the tests pass.');
      assert.equal(analysis.next_actions, ['Add token refresh', 'Update docs']);
      assert.ok(analysis.current_state.includes('Tests passing'));
      assert.equal(analysis.play_by_play, ['Middleware checks the token']);
      assert.equal(analysis.artifacts, [
        { path: 'pkg/auth/middleware.go', status: 'modified', change: 'checks the token' },
        { path: 'pkg/auth/middleware_test.go', status: 'created', change: '' },
      ]);
      assert.equal(sections, [{ heading: '## Risks', text: 'The secret is in the environment.' }]);
    }));

  it('is a summary and more words where no heading is known', () =>
    withRepo(async (repo) => {
      await saveFrom(repo, '# Oiled it\n\nIt is quiet now.\n\n## Weather\nRain');
      const { summary, description } = JSON.parse(await show(repo, '--json'));
      assert.equal([summary, description], ['Oiled it', 'It is quiet now.\n\n## Weather\nRain']);
    }));
});
