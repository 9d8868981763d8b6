import { appendFileSync, copyFileSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { save } from '../../src/repository/save.ts';
import { saveIn, withOpen } from '../support/open.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

const line = (record: object) => `${JSON.stringify(record)}\n`;

function prompt(text: string, uuid: string): string {
  return line({
    type: 'user',
    uuid,
    parentUuid: null,
    sessionId: 'session-a',
    timestamp: '2026-01-02T03:00:00Z',
    cwd: '/w',
    version: '2.1.300',
    isSidechain: false,
    message: { role: 'user', content: text },
  });
}

function reply(text: string, uuid: string, parent: string): string {
  return line({
    type: 'assistant',
    uuid,
    parentUuid: parent,
    sessionId: 'session-a',
    timestamp: '2026-01-02T03:01:00Z',
    cwd: '/w',
    version: '2.1.300',
    isSidechain: false,
    message: {
      id: `m-${uuid}`,
      role: 'assistant',
      model: 'some-model',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
    },
  });
}

/** Puts a transcript where Claude Code would, for this repository. */
function transcriptOf(repo: TestRepo, text: string): string {
  const path = join(repo.home, '.claude/projects', repo.root.replace(/[^A-Za-z0-9]/g, '-'), 'session-a.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe('saving what the session knew', (it) => {
  it('can be read again however much a transcript says about its session', () =>
    withRepo(async (repo) => {
      const long = 'x'.repeat(70_000);
      const text = prompt('Add a login page', 'u1') + reply('Added.', 'u2', 'u1');
      transcriptOf(repo, text.replaceAll(/2\.1\.300|some-model/g, long));
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '--session', 'session-a');
      const { model } = JSON.parse(await checkpoint(repo, 'list', '--json'))[0].session;
      assert.is(model, 'x'.repeat(1000));
    }));

  it('finds the session by itself and keeps task, rules and summary', () =>
    withRepo(async (repo) => {
      transcriptOf(
        repo,
        prompt('Add a login page to the shop. Never use cookies for the token.', 'u1') +
          reply('I added the page.', 'a1', 'u1'),
      );
      repo.write('login.html', '<form>\n');
      const run = await runMain(repo, ['save', '--json'], { env: { CLAUDE_CODE_SESSION_ID: 'session-a' } });
      assert.is(run.status, 0, run.stderr);
      const [entry] = JSON.parse(await checkpoint(repo, 'list', '--json'));
      assert.is(entry.session.agent, 'claude-code');
      assert.is(entry.session.id, 'session-a');
      assert.match(entry.analysis.problem, /Add a login page/);
      assert.match(entry.analysis.user_rules.join(), /Never use cookies/);
      assert.is.not(entry.summary, '');
    }));

  it('goes on from where the last save stopped reading', () =>
    withRepo(async (repo) => {
      const path = transcriptOf(repo, prompt('Build the parser', 'u1') + reply('Started.', 'a1', 'u1'));
      await saveIn(repo, { source: { transcript: path } });
      appendFileSync(path, prompt('Now write its tests', 'u2') + reply('Tests are written.', 'a2', 'u2'));
      const { checkpoint: second } = await saveIn(repo, { source: { transcript: path } });
      assert.match(second.note.analysis.problem, /Build the parser/);
      assert.match(second.note.analysis.play_by_play.join('\n'), /Now write its tests/);
    }));

  it('is not stopped by a transcript that cannot be read, and says so', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      const run = await runMain(repo, ['save', '-m', 'Anyway', '--transcript', 'nowhere.jsonl']);
      assert.is(run.status, 0);
      assert.match(run.stdout, /Checkpoint saved: Anyway/);
      assert.match(run.stderr, /warning: The transcript could not be read/);
    }));

  it('is not stopped by a manifest that says nothing', () =>
    withRepo(async (repo) => {
      repo.write('package.json', 'null\n');
      repo.write('composer.json', '"text"\n');
      symlinkSync('go.mod', join(repo.root, 'go.mod'));
      assert.match(await checkpoint(repo, 'save', '-m', 'Anyway'), /Checkpoint saved: Anyway/);
    }));

  it('takes secrets out before anything is written', () =>
    withRepo(async (repo) => {
      const secret = ['ghp', 'a1B2c3D4e5'.repeat(4).slice(0, 36)].join('_');
      const path = transcriptOf(
        repo,
        prompt(`Use the token ${secret} for the deploy`, 'u1') + reply('Done.', 'a1', 'u1'),
      );
      const { checkpoint: saved } = await saveIn(repo, { source: { transcript: path }, description: `with ${secret}` });
      assert.ok(saved.note.redactions > 0);
      assert.not.match(repo.git('show', saved.commit), new RegExp(secret));
      assert.not.match(repo.git('notes', '--ref=checkpoints', 'show', saved.commit), new RegExp(secret));
      assert.match(saved.note.description, /\[REDACTED:/);
    }));

  it('carries decisions and the problem over to the next session of the branch, not to another branch', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      await saveIn(repo, { given: { problem: 'Slow start', decisions: ['Bundle into one file'] } });
      const next = await saveIn(repo, { given: { decisions: ['Measure both ways'] } });
      assert.is(next.checkpoint.note.analysis.problem, 'Slow start');
      assert.equal(next.checkpoint.note.analysis.decisions, ['Bundle into one file', 'Measure both ways']);
      repo.git('checkout', '--quiet', '-b', 'other');
      const elsewhere = await saveIn(repo);
      assert.is(elsewhere.checkpoint.note.analysis.problem, '');
    }));

  it('carries them over however much was saved on other branches meanwhile', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      await saveIn(repo, { given: { decisions: ['Bundle into one file'] } });
      repo.git('checkout', '--quiet', '-b', 'other');
      for (let at = 0; at < 6; at += 1) await saveIn(repo);
      repo.git('checkout', '--quiet', 'main');
      const { note } = (await saveIn(repo)).checkpoint;
      assert.equal(note.analysis.decisions, ['Bundle into one file']);
    }));

  it('carries them over where the repository was moved to', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      await saveIn(repo, { given: { decisions: ['Bundle into one file'] } });
      const moved = testRepo(repo.home, join(repo.home, 'moved'));
      renameSync(repo.root, moved.root);
      const { note } = (await saveIn(moved)).checkpoint;
      assert.equal(note.analysis.decisions, ['Bundle into one file']);
    }));

  it('saves nothing when neither files nor knowledge changed', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      await saveIn(repo, { given: { next_actions: ['Go on'] } });
      await withOpen(repo, async (repository) => {
        const same = await save(repository, { trigger: 'turn', onlyIfChanged: true });
        assert.is(same.kind, 'unchanged');
        const told = await save(repository, {
          trigger: 'turn',
          onlyIfChanged: true,
          given: { next_actions: ['Stop'] },
        });
        assert.is(told.kind, 'saved');
      });
    }));

  it('saves what a session reported that changed no file, once', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      const path = transcriptOf(repo, prompt('Add a login page', 'u1') + reply('Added.', 'u2', 'u1'));
      const saveTurn = (transcript: string) =>
        withOpen(repo, (repository) =>
          save(repository, { trigger: 'turn', onlyIfChanged: true, source: { transcript } }),
        );
      assert.is((await saveTurn(path)).kind, 'saved');
      assert.is((await saveTurn(path)).kind, 'unchanged');
      const next = join(dirname(path), 'session-b.jsonl');
      const talk = prompt('Why does it log me out?', 'u1') + reply('The cookie names the wrong domain.', 'u2', 'u1');
      writeFileSync(next, talk.replaceAll('session-a', 'session-b'));
      assert.is((await saveTurn(next)).kind, 'saved');
      assert.is((await saveTurn(next)).kind, 'unchanged');
      assert.match(await checkpoint(repo, 'resume'), 'The cookie names the wrong domain.');
    }));

  it('keeps words only in summary mode, and files all the same for a restore', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      repo.write('a', '2');
      const words = await saveIn(repo, { mode: 'summary' });
      assert.is(words.checkpoint.tree, repo.git('rev-parse', 'HEAD^{tree}'));
      repo.git('config', 'checkpoint.captureFiles', 'false');
      const safety = await saveIn(repo, { trigger: 'restore' });
      assert.is(repo.git('show', `${safety.checkpoint.commit}:a`), '2');
    }));

  it("reads every agent's fixture", () =>
    withRepo(async (repo) => {
      const fixtures = fileURLToPath(new URL('../../fixtures/transcripts', import.meta.url));
      for (const [agent, file] of [
        ['claude-code', 'claude-code/edits.jsonl'],
        ['codex', 'codex/exec.jsonl'],
      ] as const) {
        copyFileSync(join(fixtures, file), join(repo.home, 'transcript.jsonl'));
        const output = await checkpoint(
          repo,
          'save',
          '--agent',
          agent,
          '--transcript',
          join(repo.home, 'transcript.jsonl'),
          '--json',
        );
        assert.ok(JSON.parse(output).saved);
      }
    }));
});
