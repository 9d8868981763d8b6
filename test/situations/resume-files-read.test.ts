import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { ClaudeTranscript } from '../support/claude-transcript.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const mainLines = Array.from({ length: 200 }, (_, at) =>
  at === 99 ? '\t// middleware: an expired token may not pass' : `\tstep${at + 1}()`,
);

/** A session that changed one file and read a part of another. */
async function saveReading(
  repo: TestRepo,
  files: readonly string[],
  part: object = { offset: 40, limit: 5 },
): Promise<void> {
  const cwd = repo.root;
  const transcript = new ClaudeTranscript();
  transcript.prompt('Check the expired token in the middleware.', { cwd });
  for (const [at, file] of files.entries()) {
    transcript.call(`r${at}`, 'Read', { file_path: join(repo.root, file), ...part });
    transcript.result(`r${at}`, 'text', { cwd });
  }
  transcript.call('t2', 'Edit', { file_path: join(repo.root, 'pkg/auth.go'), old_string: 'a', new_string: 'b' });
  transcript.result('t2', 'done', { cwd });
  const path = join(repo.home, 'session.jsonl');
  writeFileSync(path, transcript.text.replaceAll('/srv/demo', repo.root));
  repo.write('pkg/auth.go', 'package auth\n\nfunc Check() {}\n');
  await checkpoint(repo, 'save', '--transcript', path, '--agent', 'claude-code');
}

describe('files that a session only read', (it) => {
  it('come with the part that the open request speaks of, when there is room', () =>
    withRepo(async (repo) => {
      repo.write('cmd/main.go', `${mainLines.join('\n')}\n`);
      repo.commit('begin');
      await saveReading(repo, ['cmd/main.go']);
      const pack = await checkpoint(repo, 'resume');
      assert.match(pack, /^cmd\/main\.go, lines 100-106, read in the session:\n```go\n\t\/\/ middleware/m);
      assert.not.match(pack, 'step40()');
      assert.match(pack, 'func Check() {}');
    }));

  it('do not come where nothing in them is asked about', () =>
    withRepo(async (repo) => {
      repo.write('cmd/main.go', `import "lib"\n${'\tstep()\n'.repeat(90)}`);
      repo.write('task.md', `# Wheels\n\nWheels must turn.\n${'More.\n'.repeat(70)}`);
      repo.commit('begin');
      await saveReading(repo, ['cmd/main.go', 'task.md'], {});
      assert.not.match(await checkpoint(repo, 'resume'), /, read in the session:/);
    }));

  it('come without settings that nothing names', () =>
    withRepo(async (repo) => {
      for (const name of ['tsconfig.json', 'web/vite.config.ts', '.env.example'])
        repo.write(name, `${mainLines.join('\n')}\n`);
      repo.commit('begin');
      await saveReading(repo, ['tsconfig.json', 'web/vite.config.ts', '.env.example']);
      assert.not.match(await checkpoint(repo, 'resume'), /, read in the session:/);
    }));

  it('are the first to go without a word when there is none', () =>
    withRepo(async (repo) => {
      repo.write('cmd/main.go', `${mainLines.join('\n')}\n`);
      repo.commit('begin');
      await saveReading(repo, ['cmd/main.go']);
      const pack = await checkpoint(repo, 'resume', '--budget', '400');
      assert.not.match(pack, 'may not pass');
      assert.match(pack, 'func Check() {}');
    }));

  it('are shown without their secrets, and not at all where their name is one', () =>
    withRepo(async (repo) => {
      const token = ['ghp', 'kR7xQ2mVb9TzLc4NwHs6DpYfJ3gA8eUi1oZt'].join('_');
      repo.write('cmd/main.go', [...mainLines.slice(0, 101), `token := "${token}"`, ''].join('\n'));
      repo.write('kubeconfig', 'clusters\n'.repeat(60));
      repo.commit('begin');
      await saveReading(repo, ['cmd/main.go']);
      assert.match(await checkpoint(repo, 'resume'), 'token := "[REDACTED');
      await saveReading(repo, ['kubeconfig']);
      assert.not.match(await checkpoint(repo, 'resume'), 'clusters');
    }));
});
