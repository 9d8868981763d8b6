/** Writes man/git-checkpoint.1 from the command table, so that `git checkpoint --help` always tells what the program does. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadAll } from '../src/cli/commands.ts';
import { manualPage } from '../src/cli/manual-page.ts';

mkdirSync('man', { recursive: true });
writeFileSync('man/git-checkpoint.1', manualPage(await loadAll()));
