import { homedir } from 'node:os';
import type { World } from '../../core/world.ts';
import { examine, type Finding, repair } from '../../hooks/doctor/doctor.ts';
import { programWords } from '../../hooks/install/find-program.ts';
import { type Command, jsonOption } from '../command.ts';
import { styleFor } from '../render/style.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  about: 'Check the repository, the settings and every installed hook; exit 1 when something is wrong',
  positionals: [],
  options: [{ name: 'repair', kind: 'flag', about: 'Mend what can be mended without losing anything' }, jsonOption],
  details:
    'Each hook of ours in the agents’ settings is run on a sample, in a throw-away repository, under the limits of its agent.',
  async run({ args, world, repository }) {
    // Outside of a repository there is still the installation to look at.
    const opened = await repository().catch((error: Error) => error);
    const repaired = args.flag('repair') && !(opened instanceof Error) ? await repair(opened) : [];
    const root = opened instanceof Error ? {} : { root: opened.engine.place.root };
    const findings = await examine({
      repository: opened,
      places: { env: world.env, home: world.env['HOME'] ?? homedir(), ...root },
      program: programWords(world),
      world,
    });
    if (args.flag('json')) world.stdout.write(`${JSON.stringify({ repaired, findings })}\n`);
    else print(repaired, findings, world);
    return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
  },
};

function print(repaired: readonly string[], findings: readonly Finding[], world: World): void {
  const style = styleFor(world, world.stdout);
  const marks = { ok: 'ok   ', note: style.dim('note '), wrong: style.bold('WRONG') };
  for (const words of repaired) world.stdout.write(`mended ${words}\n`);
  for (const { state, text, hint } of findings) {
    world.stdout.write(`${marks[state]} ${text}\n`);
    if (hint !== undefined) world.stdout.write(`      ${style.dim(hint)}\n`);
  }
}
