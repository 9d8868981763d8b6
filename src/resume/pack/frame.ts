import { age } from '../../core/age.ts';
import type { Choice } from './choose-levels.ts';
import { clip } from './clip.ts';
import type { Cost, Item } from './level.ts';
import type { PackInput } from './pack-input.ts';
import { oneLine } from './quote.ts';

/** `Resumed from checkpoint: SUMMARY (saved 2 hours ago)` */
export function headline(
  { checkpoint, now, title = checkpoint.note.summary }: Pick<PackInput, 'checkpoint' | 'now' | 'title'>,
  tokens = Number.POSITIVE_INFINITY,
): string {
  const { created } = checkpoint.note;
  const most = Math.min(MAX_HEADLINE, Math.max(MIN_HEADLINE, Math.floor(tokens / 10)));
  return `Resumed from checkpoint: ${clip(oneLine(title), most)} (saved ${age(new Date(created), now)})`;
}

const MAX_HEADLINE = 200;
const MIN_HEADLINE = 40;

const isTight = (limits: Cost) => limits.tokens < 600 || limits.chars < 1500;
const isTiny = (limits: Cost) => limits.tokens <= 400 || limits.chars < 600;

/** Names what found no room, as far as the limits allow even that. */
export function leftOut(choices: readonly Choice[], number: number, limits: Cost): string {
  const absent = choices.filter(({ level }) => level === undefined).map(({ item }) => item);
  if (absent.length === 0) return '';
  if (isTiny(limits)) return `Left out: ${absent.length} parts.`;
  const lists = absent.filter((item) => item.form !== 'block');
  const files = absent.filter((item) => item.form === 'block').reduce((sum, { count }) => sum + count, 0);
  const names = isTight(limits) ? lists.map((item) => item.name) : lists.map(counted);
  const contents = files > 0 ? [`contents of ${files} changed file${files === 1 ? '' : 's'}`] : [];
  // What was only read is in the tree, and in no checkpoint more than there.
  if (names.length + contents.length === 0) return '';
  const command = isTight(limits) ? '' : ` (\`git checkpoint show ${number}\`)`;
  return `Left out: ${[...names, ...contents].join(', ')}${command}.`;
}

function counted(item: Item): string {
  return item.count > 1 ? `${item.name} (${item.count})` : item.name;
}

/** The last line: how to see more. */
export function more(number: number, limits: Cost): string {
  if (isTight(limits)) return `More: \`git checkpoint show ${number}\``;
  return `More: \`git checkpoint show ${number}\` prints all of it, \`git checkpoint show ${number} -- PATH\` a file as it was then; over MCP, the tool \`get_checkpoint\`.`;
}
