import * as assert from 'uvu/assert';
import { CLI, checkpoint } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { hasTerminal, openTerminal } from '../support/terminal.ts';
import { withRepo } from '../support/with-repo.ts';

describe('the plan of a restore on a terminal', (it) => {
  for (const columns of [40, 80, 200]) {
    it(`breaks no word at ${columns} columns, and asks`, async () => {
      if (!hasTerminal()) return;
      await withRepo(async (repo) => {
        repo.write('README.md', 'one\n');
        repo.commit('base');
        checkpoint(repo, 'save', '-m', 'Rotate refresh tokens on use');
        repo.git('checkout', '--quiet', '-b', 'feature-x');
        repo.commit('wip');
        repo.write('README.md', 'two\n');
        const terminal = openTerminal(repo, `'${process.execPath}' '${CLI}' restore 1`, columns);
        try {
          const screen = await terminal.waitFor(/files\s*$/);
          const words = screen.replace(/\s+/g, ' ');
          assert.match(words, /Restore checkpoint 1 "Rotate refresh tokens on use" \(just now, main @ [0-9a-f]{7}\)/);
          assert.match(words, /! You are on feature-x, 1 commit later \([0-9a-f]{7} wip\)\. Commits and branches stay/);
          assert.match(words, /~ README\.md \+1 -1 uncommitted/);
          terminal.type('n', 'Enter');
          await terminal.waitFor(/Nothing was changed\.\s+exit=1/);
        } finally {
          terminal.close();
        }
      });
    });
  }
});
