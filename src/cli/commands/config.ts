import { Failure } from '../../core/failure.ts';
import { describeSettingProblem } from '../../core/setting-problem.ts';
import type { World } from '../../core/world.ts';
import {
  findSetting,
  listSettings,
  openUserSettings,
  readSetting,
  type SettingsPlace,
  setSetting,
  unsetSetting,
} from '../../repository/settings.ts';
import { withColors } from '../colors.ts';
import { type Call, type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { page } from '../pager.ts';
import { renderSettings, renderSettingsPage, settingText } from '../render/settings.ts';

const verbs: readonly string[] = ['list', 'get', 'set', 'unset'];

export const configCommand: Command = {
  name: 'config',
  about: 'List settings and where they come from, or get, set and unset one',
  positionals: [
    {
      form: '[get|set|unset]',
      about: 'What to do (default: list, or get and set where a key comes first)',
      words: verbs,
    },
    { form: '[KEY]', about: 'The setting', completes: 'setting' },
    { form: '[VALUE...]', about: 'Its new value' },
  ],
  options: [
    { name: 'global', kind: 'flag', about: "The user's settings, not this repository's; works anywhere" },
    jsonOption,
  ],
  async run(call) {
    const [verb = 'list', key, ...values] = readWords(call.args.positionals);
    const extra = verb === 'list' ? key : values[0];
    if (verb !== 'set' && extra !== undefined) throw new Failure('usage', `unexpected argument '${extra}'`);
    if (verb === 'list') return printAll(call);
    if (key === undefined)
      throw new Failure('usage', `config ${verb}: which setting?`, {
        hint: 'Run `git checkpoint config` to list them.',
      });
    const opened = await open(call);
    const scope = call.args.flag('global') ? 'global' : 'local';
    if (verb === 'set') await setSetting(opened, { key, values, scope });
    else if (verb === 'unset') await unsetSetting(opened, { key, scope });
    else {
      const setting = await readSetting(opened, key);
      if (call.args.flag('json')) writeJson(call, setting);
      else call.world.stdout.write(`${settingText(setting)}\n`);
    }
    return 0;
  },
};

/** As in `git config`: a key alone is read, a key with values is set. */
function readWords(words: readonly string[]): readonly string[] {
  const [first, ...values] = words;
  if (first === undefined || verbs.includes(first)) return words;
  const { file } = findSetting(first);
  return values.length === 0 ? ['get', file] : ['set', file, ...values];
}

function open({ args, world, repository }: Call): Promise<SettingsPlace> {
  return args.flag('global') ? openUserSettings(world) : repository();
}

async function printAll(call: Call): Promise<number> {
  const { args, world } = call;
  const opened = await open(call);
  const all = await listSettings(opened);
  if (args.flag('json')) writeJson({ args, world }, all);
  else {
    const screen = await withColors(world, opened);
    await page(world.stdout.isTTY ? renderSettingsPage(all, screen) : renderSettings(all, screen), screen, opened);
  }
  await printProblems(opened, world);
  return 0;
}

async function printProblems({ settings }: SettingsPlace, world: World): Promise<void> {
  for (const problem of (await settings).problems) {
    const { hint } = problem.failure;
    world.stderr.write(`${describeSettingProblem(problem)}\n${hint === undefined ? '' : `hint: ${hint}\n`}`);
  }
}
