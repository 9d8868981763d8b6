import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { noteErrors } from '../support/note-validator.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

const transcript = (name: string) => fileURLToPath(new URL(`../../fixtures/transcripts/${name}`, import.meta.url));

describe('notes of real saves', (it) => {
  it('are as docs/note.schema.json says', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.write('logo.png', '\0\u0001binary');
      const session = (name: string) => ['--agent', name.split('/')[0] ?? '', '--transcript', transcript(name)];
      const saves = [
        ['-m', 'By hand', '--next', 'Go on', '--decision', 'Use git', '--anchor', 'phase-1'],
        session('claude-code/edits.jsonl'),
        session('claude-code/conversation.jsonl'),
        session('claude-code/compact.jsonl'),
        ['--mode', 'summary', '--rule', 'Ask first', '--task', 'Ship'],
        [],
      ];
      for (const flags of saves) {
        const { status, stderr } = await runMain(repo, ['save', '--no-llm', ...flags]);
        assert.is(status, 0, stderr);
      }
      const notes = saves.map((_, index) =>
        parse(repo.git('notes', '--ref=checkpoints', 'show', `refs/checkpoints/${index + 1}`)),
      );
      for (const [index, note] of notes.entries()) assert.equal(noteErrors(note), [], `checkpoint ${index + 1}`);
      const [, , failing] = notes;
      assert.ok(failing.context.recent_commands.some(({ exit, outcome }: never) => exit > 0 || outcome === 'failed'));
      assert.ok(failing.analysis.artifacts.some(({ path, added }: never) => path === 'a.txt' && added === 1));
      assert.ok(
        failing.analysis.artifacts.every(({ path, added }: never) => path !== 'logo.png' || added === undefined),
      );
    }));
});
