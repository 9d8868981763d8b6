/** Writes what documents say of tables that the program has: the files below .git/git-checkpoint/, the settings, and
 * what scenarios showed of each agent. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withAgents, withAgentsInShort } from './docs/agents-matrix.ts';
import { withLocalFiles } from './docs/local-files.ts';
import { withSettings } from './docs/settings-table.ts';
import { readResults } from './e2e/results.ts';

function rewrite(path: string, edit: (document: string) => string): void {
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
}

rewrite('docs/format.md', withLocalFiles);
rewrite('docs/settings.md', withSettings);
rewrite('docs/agents.md', (document) => withAgents(document, readResults()));
rewrite('README.md', (document) => withAgentsInShort(document, readResults()));
