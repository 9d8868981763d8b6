/**
 * recall@5K: what does the next session still know? Questions with known answers are drawn from each transcript by code
 * that shares nothing with the analysis or the packer, others were written by hand (fixtures/labels); at several moments a
 * checkpoint is made with the files as they were, and the resume pack must hold the answers and state nothing else.
 * `npm run bench:recall -- DIR [--misses] [--labels-only] [--cuts] [--chains] [--held-out DIR] [--labels DIR] [--packs DIR] [--write BLOCK]`
 */
import { readOptions } from './recall/options.ts';
import { runChains } from './recall/run-chains.ts';
import { runCuts } from './recall/run-cuts.ts';
import { say } from './recall/table.ts';
import { writePage } from './recall/write-page.ts';

const options = readOptions(process.argv.slice(2));
if (options === undefined) {
  process.stderr.write(
    'usage: npm run bench:recall -- DIR [--misses] [--labels-only] [--cuts] [--chains] [--held-out DIR] [--labels DIR] [--packs DIR] [--write BLOCK]\n',
  );
  process.exit(2);
}
if (!options.chainsOnly) runCuts(options.directory, options);
if (options.chainsOnly || !(options.labelsOnly || options.cutsOnly)) runChains(options.directory, options);
if (options.heldOut !== undefined) {
  say(`Held out: ${options.heldOut}\n`);
  runCuts(options.heldOut, { ...options, labelsOnly: false });
}
if (options.write !== undefined) writePage(options.write);
