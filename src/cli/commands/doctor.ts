import { stripControls } from '../../core/strip-controls.ts';
import type { World } from '../../core/world.ts';
import { type Finding, repair } from '../../hooks/doctor/doctor.ts';
import { withColors } from '../colors.ts';
import { type Command, jsonOption } from '../command.ts';
import { examineHere } from '../examine-here.ts';
import { writeJson } from '../json-output.ts';
import { styleFor } from '../render/style.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  about: 'Check the repository, settings and hooks (exit 1 if one is wrong)',
  positionals: [],
  options: [{ name: 'repair', kind: 'flag', about: 'Fix what can be fixed safely' }, jsonOption],
  details: 'It runs each installed hook on a sample, in a temporary repository, under the limits of its agent.',
  async run(call) {
    const { args, world } = call;
    const here = await examineHere(call);
    const repaired = args.flag('repair') && !(here.repository instanceof Error) ? await repair(here.repository) : [];
    const findings = await here.examine();
    if (args.flag('json')) writeJson({ args, world }, { repaired, findings });
    else if (here.repository instanceof Error) print(repaired, findings, world);
    else print(repaired, findings, await withColors(world, here.repository));
    return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
  },
};

function print(repaired: readonly string[], findings: readonly Finding[], world: World): void {
  const style = styleFor(world, world.stdout);
  const marks = { ok: 'ok   ', note: style.dim('note '), wrong: style.red('✗    ') };
  for (const words of repaired) world.stdout.write(`fixed: ${stripControls(words)}\n`);
  for (const { state, text, hint } of findings) {
    world.stdout.write(`${marks[state]} ${stripControls(text)}\n`);
    if (hint !== undefined) world.stdout.write(`      ${style.dim(stripControls(hint))}\n`);
  }
}
