import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';
import type { TestRepo } from '../support/with-repo.ts';

/** Colours, a cleared screen, a title, the clipboard, a hidden link, eight-bit forms, text that runs backwards or is invisible. */
const injections = [
  '\u001b[31mred',
  '\u001b[2J\u001b[H',
  '\u001b]0;title\u0007',
  '\u001b]52;c;Y3VybA==\u0007',
  '\u001b]8;;https://evil.test\u001b\\link',
  '\u009b31m',
  '\u001bP$q"p\u001b\\',
  '\u202eneddih',
  '\u2066x\u2069',
  '\u{e0041}\u{e0042}',
  'a\rb',
  '\u0008\u0008\u0008',
];
const WORDS = injections.join(' ');
// Those that git allows in the name of a branch, and file systems in that of a file.
const NAME = '\u202ex\u009b31m\u200by';

/** What a terminal would obey, or nobody would see. */
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/u;

/** A note that another tool wrote, with its words in the place of ours. */
function plant(repo: TestRepo): void {
  const note = repo.git('notes', '--ref=checkpoints', 'show', 'refs/checkpoints/1');
  const text = JSON.stringify(WORDS).replaceAll('\u009b', '\\u009b');
  const planted = note
    .replaceAll(/PLANTED/g, () => text.slice(1, -1))
    .replaceAll(/^(\s*(?:- |\w+: ))(.*\\u001b.*)$/gm, '$1"$2"');
  repo.write('../note', planted);
  repo.git('notes', '--ref=checkpoints', 'add', '--force', '-F', '../note', 'refs/checkpoints/1');
}

/** A patch is for programs as well, and goes through the user's pager as that of git does. */
const commands: readonly (readonly string[])[] = [
  ['list'],
  ['list', '--all'],
  ['show', '1'],
  ['show', '1', '--format=md'],
  ['status'],
  ['log'],
  ['sessions'],
  ['grep', 'red'],
  ['resume', '1'],
  ['handoff', '1', '--to', 'codex', '--print'],
  ['restore', '1', '--dry-run'],
  ['rewind', '1', '--files', '--dry-run'],
  ['verify'],
  ['usage'],
  ['doctor'],
  ['prune', '--dry-run'],
  ['completion', '--', 'show', ''],
  ['completion', '--', 'list', '--branch', ''],
  ['push', '--dry-run'],
  ['fetch'],
  ['fork', '1', '--branch', 'x'],
  ['drop', '1'],
  ['undo', '--dry-run'],
  ['no-such-command\u001b[2J'],
  ['show', '\u001b[2J'],
];

describe('words that drive a terminal', (it) => {
  it('reach it by none of the commands, wherever they stand', () =>
    withClones(async ({ ada, bea }) => {
      for (const role of ['AUTHOR', 'COMMITTER']) ada.env[`GIT_${role}_NAME`] = `Ada ${NAME}`;
      ada.git('checkout', '--quiet', '-b', `b${NAME}`);
      ada.write(`f${NAME}.txt`, `${WORDS}\n`);
      await checkpoint(ada, 'save', '-m', 'PLANTED', '--next', 'PLANTED', '--decision', 'PLANTED', '--tag', 'tag');
      plant(ada);
      await checkpoint(ada, 'push');
      await checkpoint(bea, 'fetch');
      let shown = '';
      for (const clone of [ada, bea]) {
        for (const args of commands) {
          const { stdout, stderr } = await runMain(clone, args);
          const found = OBEYED.exec(stdout + stderr);
          const at = found?.index ?? 0;
          assert.is(
            found,
            null,
            `${args.join(' ')}: ${JSON.stringify((stdout + stderr).slice(Math.max(0, at - 60), at + 60))}`,
          );
          assert.not.match(stderr, 'bug in git-checkpoint', args.join(' '));
          shown += stdout;
        }
      }
      assert.match(shown, 'neddih', 'the words themselves are shown');
    }));
});
