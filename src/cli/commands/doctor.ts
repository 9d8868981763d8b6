import { stripControls } from '../../core/strip-controls.ts';
import { repair } from '../../hooks/doctor/doctor.ts';
import { withColors } from '../colors.ts';
import { type Command, jsonOption } from '../command.ts';
import { examineHere } from '../examine-here.ts';
import { writeJson } from '../json-output.ts';
import { page } from '../pager.ts';
import { renderFindings } from '../render/findings.ts';
import { printReport } from '../report.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  about: 'Check the repository, settings and hooks (exit 1 if one is wrong)',
  positionals: [],
  options: [
    { name: 'repair', kind: 'flag', about: 'Fix what can be fixed safely' },
    { name: 'verbose', short: 'v', kind: 'flag', about: 'Name each hook, also those that work' },
    { name: 'report', kind: 'flag', about: 'Print a bug report (Markdown, secrets removed)' },
    jsonOption,
  ],
  details:
    'It runs each installed hook on a sample, in a temporary repository, under the limits of its agent. With --report it prints versions, changed settings, what it finds and the end of the journal, as Markdown. It removes secrets, the paths where you work and your name, and sends nothing anywhere. Read it before you send it.',
  async run(call) {
    const { args, world } = call;
    const here = await examineHere(call);
    const opened = here.repository instanceof Error ? undefined : here.repository;
    const repaired = args.flag('repair') && opened !== undefined ? await repair(opened) : [];
    if (args.flag('report')) return printReport(call, here);
    const findings = await here.examine();
    const screen = opened === undefined ? world : await withColors(world, opened);
    if (args.flag('json')) writeJson({ args, world }, { repaired, findings });
    else {
      const done = repaired.map((words) => `fixed: ${stripControls(words)}\n`).join('');
      const text = done + renderFindings(findings, args.flag('verbose'), screen);
      if (opened === undefined) world.stdout.write(text);
      else await page(text, screen, opened);
    }
    return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
  },
};
