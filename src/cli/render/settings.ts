import { sizeText } from '../../core/size.ts';
import type { World } from '../../core/world.ts';
import { findSetting, type ShownSetting } from '../../repository/settings.ts';
import { styleFor } from './style.ts';
import { screenWidth } from './table.ts';
import { wrap } from './wrap.ts';

/** A line for each setting, for programs and `grep`: `hooks.ask_agent = true  (default)` */
export function renderSettings(all: readonly ShownSetting[], world: World): string {
  const { dim } = styleFor(world, world.stdout);
  return all.map((setting) => `${setting.key} = ${settingText(setting)}  ${dim(`(${originOf(setting)})`)}\n`).join('');
}

const MIN_ROOM = 24;

/** For people: by section, values below each other, and where those come from that are not the default. */
export function renderSettingsPage(all: readonly ShownSetting[], world: World): string {
  const style = styleFor(world, world.stdout);
  const width = screenWidth(world);
  const split = all.map((setting) => ({ setting, ...partsOf(setting.key) }));
  const widest = Math.max(...split.map(({ name }) => name.length)) + 4;
  const isNarrow = width - widest < MIN_ROOM;
  const indent = isNarrow ? 4 : widest;
  const sections = [...new Set(split.map(({ section }) => section))];
  const lines = sections.flatMap((section) => [
    style.bold(section),
    ...split
      .filter((one) => one.section === section)
      .flatMap(({ name, setting }) => {
        const isDefault = setting.origin.layer === 'default' && setting.refused === undefined;
        const words = isDefault ? shown(setting) : `${shown(setting)}  (${originOf(setting)})`;
        const values = wrap(words, width - indent).map((line) => (isDefault ? style.dim(line) : line));
        if (isNarrow) return [`  ${name}`, ...values.map((line) => ' '.repeat(indent) + line)];
        return values.map((line, at) => `  ${(at === 0 ? name : '').padEnd(indent - 2)}${line}`);
      }),
  ]);
  const foot = wrap(
    'Without a source: the default. `git checkpoint config KEY VALUE` sets one here, --global for you.',
    width,
  );
  return [...lines, '', ...foot.map(style.dim), ''].join('\n');
}

/** `engine` stands alone; all others have a section. */
function partsOf(key: string): { readonly section: string; readonly name: string } {
  const [section = '', name] = key.split('.');
  return name === undefined ? { section: 'other', name: section } : { section, name };
}

/** Sizes as they are typed; nothing is a word, too. */
function shown(setting: ShownSetting): string {
  const isSize = findSetting(setting.key).form.kind === 'size';
  if (isSize && typeof setting.value === 'number' && setting.value > 0) return sizeText(setting.value);
  return settingText(setting) || 'none';
}

function originOf(setting: ShownSetting): string {
  const { layer, place, older } = setting.origin;
  const word = older === undefined ? '' : `; '${older}' means ${settingText(setting)} now`;
  const from = place === '' ? layer : `${layer}, ${place}`;
  const refused = setting.refused === undefined ? '' : `; ${setting.refused} has no say in it`;
  return `${from}${word}${refused}`;
}

export function settingText({ value }: ShownSetting): string {
  return Array.isArray(value) ? value.join(' ') : String(value);
}
