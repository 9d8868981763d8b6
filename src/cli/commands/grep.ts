import { defined } from '../../core/defined.ts';
import { stripControls } from '../../core/strip-controls.ts';
import { cutToWidth, textWidth } from '../../core/text-width.ts';
import { type SearchHit, searchInChunks } from '../../repository/grep.ts';
import { withColors } from '../colors.ts';
import { type Command, jsonOption, quietOption } from '../command.ts';
import { writeJsonList } from '../json-output.ts';
import { wholeNumber } from '../option-values.ts';
import { page } from '../pager.ts';
import { showPath } from '../render/facts.ts';
import { type Style, styleFor } from '../render/style.ts';

export const grepCommand: Command = {
  name: 'grep',
  about: 'Search summaries, notes and files (exit 1 if nothing matches)',
  inBare: true,
  positionals: [{ form: 'PATTERN', about: 'A regular expression' }],
  options: [
    { name: 'ignore-case', short: 'i', kind: 'flag', about: 'Ignore case' },
    { name: 'limit', short: 'n', kind: 'text', value: 'N', about: 'At most this many hits' },
    { name: 'tag', kind: 'text', value: 'TAG', completes: 'tag', about: 'Only checkpoints with this tag' },
    { name: 'conversation', kind: 'flag', about: 'Also search what was said' },
    quietOption,
    jsonOption,
  ],
  async run({ args, world, repository }) {
    const limit = args.flag('quiet') ? 1 : wholeNumber(args, 'limit');
    const options = defined({
      ignoreCase: args.flag('ignore-case'),
      limit,
      tag: args.text('tag'),
      conversation: args.flag('conversation'),
    });
    const opened = await repository();
    const screen = await withColors(world, opened);
    const style = styleFor(screen, world.stdout);
    let some = false;
    const found = async function* () {
      for await (const hits of searchInChunks(opened, args.positionals[0] ?? '', options)) {
        some = true;
        yield hits;
      }
    };
    const lines = async function* () {
      for await (const hits of found()) yield hits.map((hit) => render(hit, style)).join('');
    };
    if (args.flag('json')) await writeJsonList({ args, world }, found());
    else await page(lines(), screen, opened);
    return some ? 0 : 1;
  },
};

/** The most of a line that is shown, and how much of that comes before the match. */
const MAX_TEXT = 200;
const MAX_BEFORE = 80;

function render({ number, where, line, text, at, length }: SearchHit, style: Style): string {
  const place = `${style.yellow(String(number))}:${style.cyan(showPath(where))}${line === undefined ? '' : `:${line}`}`;
  const from = at > MAX_BEFORE ? at - MAX_BEFORE : 0;
  const before = (from > 0 ? '…' : '') + plain(text.slice(from, at)).replace(/^ +/, '');
  const match = cutToWidth(plain(text.slice(at, at + length)), MAX_TEXT - MAX_BEFORE);
  const rest = MAX_TEXT - textWidth(before) - textWidth(match);
  const after = cutToWidth(plain(text.slice(at + length)).trimEnd(), rest);
  return `${place}: ${before}${style.match(match)}${after}\n`;
}

/** On one line, with the blanks around it. */
function plain(text: string): string {
  return stripControls(text).replace(/\s+/g, ' ');
}
