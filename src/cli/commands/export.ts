import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { count } from '../../core/count.ts';
import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import { showBytes } from '../../core/size.ts';
import { stripControls } from '../../core/strip-controls.ts';
import { numbersNamed } from '../../open/repository.ts';
import { exportPage } from '../../ui/server/export-page.ts';
import { type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { pageFolder } from './ui.ts';

/** More would hide what was written. */
const MAX_NAMED = 10;

export const exportCommand: Command = {
  name: 'export',
  about: 'Write the timeline as one page that needs no server',
  positionals: [{ form: '[ID...]', about: 'Checkpoints (default: all)' }],
  options: [
    { name: 'html', kind: 'text', value: 'FILE', about: 'The page to write' },
    { name: 'session', kind: 'text', value: 'ID', completes: 'session', about: 'Only checkpoints of this session' },
    jsonOption,
  ],
  details:
    'The page holds its own script, style and data, and loads nothing. Secrets are redacted, and names of this machine and its user are hidden, as for a push; conversations are in it only where `checkpoint.conversation` is `share`. Long files are folded and named.',
  async run({ args, world, repository }) {
    const file = args.text('html');
    if (file === undefined)
      throw new Failure('usage', 'export: where to?', { hint: 'Try `git checkpoint export --html page.html`.' });
    const opened = await repository();
    const { positionals } = args;
    const numbers = positionals.length === 0 ? undefined : new Set<number>(await numbersNamed(opened, positionals));
    const host = { world, readOnly: true, examine: async () => [] };
    const { html, checkpoints, folded } = await exportPage(
      opened,
      host,
      defined({ numbers, session: args.text('session'), pageFolder: pageFolder(world) }),
    );
    writeFileSync(resolve(world.cwd, file), html);
    const bytes = Buffer.byteLength(html);
    if (args.flag('json')) {
      writeJson({ args, world }, { file, checkpoints, bytes, folded });
      return 0;
    }
    world.stdout.write(
      `Exported ${count(checkpoints, 'checkpoint')} to ${stripControls(file)} (${showBytes(bytes)})\n`,
    );
    for (const words of folded.slice(0, MAX_NAMED)) world.stderr.write(`Left out: ${stripControls(words)}\n`);
    if (folded.length > MAX_NAMED)
      world.stderr.write(`Left out: ${folded.length - MAX_NAMED} more, named in the page\n`);
    return 0;
  },
};
