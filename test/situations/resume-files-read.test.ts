import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { ClaudeTranscript } from '../support/claude-transcript.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const mainLines = Array.from({ length: 200 }, (_, at) => `\tstep${at + 1}()`);

/** A session that changed one file and read a part of another. */
async function saveReading(
  repo: TestRepo,
  files: readonly string[],
  part: object = { offset: 40, limit: 5 },
): Promise<void> {
  const cwd = repo.root;
  const transcript = new ClaudeTranscript();
  transcript.prompt('Check the token in the middleware.', { cwd });
  for (const [at, file] of files.entries()) {
    transcript.call(`r${at}`, 'Read', { file_path: join(repo.root, file), ...part });
    transcript.result(`r${at}`, 'text', { cwd });
  }
  transcript.call('t2', 'Edit', { file_path: join(repo.root, 'pkg/auth.go'), old_string: 'a', new_string: 'b' });
  transcript.result('t2', 'done', { cwd });
  transcript.say('Done.', {});
  const path = join(repo.home, 'session.jsonl');
  writeFileSync(path, transcript.text.replaceAll('/srv/demo', repo.root));
  repo.write('pkg/auth.go', 'package auth\n\nfunc Check() {}\n');
  await checkpoint(repo, 'save', '--transcript', path, '--agent', 'claude-code');
}

describe('files that a session only read', (it) => {
  it('come with the section that was read, when there is room', () =>
    withRepo(async (repo) => {
      repo.write('cmd/main.go', `${mainLines.join('\n')}\n`);
      repo.commit('begin');
      await saveReading(repo, ['cmd/main.go']);
      const pack = await checkpoint(repo, 'resume');
      assert.match(
        pack,
        /^cmd\/main\.go, lines 40-44, read in the session:\n```go\n\tstep40\(\)\n[\s\S]*?\tstep44\(\)\n```/m,
      );
      assert.not.match(pack, 'step45()');
      assert.match(pack, 'func Check() {}');
    }));

  it('come without settings that nothing names', () =>
    withRepo(async (repo) => {
      for (const name of ['tsconfig.json', 'web/vite.config.ts', '.env.example'])
        repo.write(name, `${mainLines.join('\n')}\n`);
      repo.commit('begin');
      await saveReading(repo, ['tsconfig.json', 'web/vite.config.ts', '.env.example']);
      assert.not.match(await checkpoint(repo, 'resume'), /, read in the session:/);
    }));

  it('come as outlines where they were read before the last few', () =>
    withRepo(async (repo) => {
      const names = ['one', 'two', 'three', 'four', 'five'];
      // An outline of fewer lines says nothing.
      const functions = (name: string) =>
        ['Reads', 'Parses', 'Checks', 'Writes'].map((verb) => `func ${name}${verb}() {\n}\n`);
      for (const name of names) repo.write(`${name}.go`, `package a\n\n${functions(name).join('')}${'\n'.repeat(60)}`);
      repo.commit('begin');
      await saveReading(
        repo,
        names.map((name) => `${name}.go`),
      );
      const pack = await checkpoint(repo, 'resume');
      assert.match(pack, /^one\.go, outline, read in the session:\n```go\n3: func oneReads\(\) \{\n/m);
      assert.match(pack, 'func twoReads()');
      assert.not.match(pack, 'func fiveReads()');
    }));

  it('come as outlines, not with their imports, where they were read from the beginning', () =>
    withRepo(async (repo) => {
      const imports = Array.from({ length: 70 }, (_, at) => `import "lib${at}"`).join('\n');
      const functions = ['Reads', 'Parses', 'Checks', 'Writes'].map((verb) => `func ${verb}() {\n}\n`);
      const text = `package a\n\n${imports}\n${functions.join('')}`;
      for (const name of ['one.go', 'two.go']) repo.write(name, text);
      repo.commit('begin');
      await saveReading(repo, ['one.go', 'two.go'], {});
      const pack = await checkpoint(repo, 'resume');
      assert.match(pack, /^two\.go, outline, read in the session:\n```go\n73: func Reads\(\) \{\n/m);
      assert.not.match(pack, 'import "lib0"');
      assert.not.match(pack, 'one.go, outline');
    }));

  it('come with the beginning of a text, which has no imports', () =>
    withRepo(async (repo) => {
      const headings = ['Goal', 'Behaviour', 'Notes', 'Tests'].map((name) => `## ${name}\n\nfrom here on\n`);
      repo.write('task.md', `# Task\n\nWheels must turn.\n\n${headings.join('\n')}${'More.\n'.repeat(70)}`);
      repo.commit('begin');
      await saveReading(repo, ['task.md'], {});
      assert.match(await checkpoint(repo, 'resume'), /^task\.md, lines 1-60, read in the session:/m);
    }));

  it('are the first to go without a word when there is none', () =>
    withRepo(async (repo) => {
      repo.write('cmd/main.go', `${mainLines.join('\n')}\n`);
      repo.commit('begin');
      await saveReading(repo, ['cmd/main.go']);
      const pack = await checkpoint(repo, 'resume', '--budget', '400');
      assert.not.match(pack, 'step40()');
      assert.match(pack, 'func Check() {}');
    }));

  it('are shown without their secrets, and not at all where their name is one', () =>
    withRepo(async (repo) => {
      const token = ['ghp', 'kR7xQ2mVb9TzLc4NwHs6DpYfJ3gA8eUi1oZt'].join('_');
      repo.write('cmd/main.go', [...mainLines.slice(0, 40), `token := "${token}"`, ''].join('\n'));
      repo.write('kubeconfig', 'clusters\n'.repeat(60));
      repo.commit('begin');
      await saveReading(repo, ['cmd/main.go']);
      assert.match(await checkpoint(repo, 'resume'), 'token := "[REDACTED');
      await saveReading(repo, ['kubeconfig']);
      assert.not.match(await checkpoint(repo, 'resume'), 'clusters');
    }));
});
