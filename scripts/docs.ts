/** Writes what documents say of tables that the program has: the files below .git/git-checkpoint/, and the settings. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withLocalFiles } from './docs/local-files.ts';
import { withSettings } from './docs/settings-table.ts';

function rewrite(path: string, edit: (document: string) => string): void {
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
}

rewrite('docs/format.md', withLocalFiles);
rewrite('docs/settings.md', withSettings);
