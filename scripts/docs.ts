/** Writes into docs/format.md which files lie below .git/git-checkpoint/, from the table that the program builds their paths from. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withLocalFiles } from './docs/local-files.ts';

const path = 'docs/format.md';
writeFileSync(path, withLocalFiles(readFileSync(path, 'utf8')));
