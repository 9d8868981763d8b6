import { defined } from '../../core/defined.ts';
import { oneLine } from '../../core/strip-controls.ts';
import { cutToWidth } from '../../core/text-width.ts';
import { type SearchHit, searchInChunks } from '../../repository/grep.ts';
import { withColors } from '../colors.ts';
import { type Command, jsonOption } from '../command.ts';
import { writeJsonList } from '../json-output.ts';
import { wholeNumber } from '../option-values.ts';
import { showPath } from '../render/facts.ts';
import { type Style, styleFor } from '../render/style.ts';

export const grepCommand: Command = {
  name: 'grep',
  about: 'Search summaries, notes and files (exit 1 if nothing matches)',
  positionals: [{ form: 'PATTERN', about: 'A regular expression' }],
  options: [
    { name: 'ignore-case', short: 'i', kind: 'flag', about: 'Ignore case' },
    { name: 'limit', short: 'n', kind: 'text', value: 'N', about: 'At most this many hits' },
    { name: 'tag', kind: 'text', value: 'TAG', completes: 'tag', about: 'Only checkpoints with this tag' },
    { name: 'conversation', kind: 'flag', about: 'Also search what was said' },
    jsonOption,
  ],
  async run({ args, world, repository }) {
    const limit = wholeNumber(args, 'limit');
    const options = defined({
      ignoreCase: args.flag('ignore-case'),
      limit,
      tag: args.text('tag'),
      conversation: args.flag('conversation'),
    });
    const opened = await repository();
    const style = styleFor(await withColors(world, opened), world.stdout);
    let some = false;
    const found = async function* () {
      for await (const hits of searchInChunks(opened, args.positionals[0] ?? '', options)) {
        some = true;
        yield hits;
      }
    };
    if (args.flag('json')) await writeJsonList({ args, world }, found());
    else for await (const hits of found()) world.stdout.write(hits.map((hit) => render(hit, style)).join(''));
    return some ? 0 : 1;
  },
};

function render({ number, where, line, text }: SearchHit, style: Style): string {
  const place = `${style.yellow(String(number))}:${style.cyan(showPath(where))}${line === undefined ? '' : `:${line}`}`;
  return `${place}: ${cutToWidth(oneLine(text), 200)}\n`;
}
