import { arch, platform, release } from 'node:os';
import { defined } from '../core/defined.ts';
import { describeError } from '../core/failure.ts';
import { stripControls } from '../core/strip-controls.ts';
import type { Finding } from '../hooks/doctor/doctor.ts';
import { textForOthers } from '../open/machine-identity.ts';
import type { Repository } from '../open/repository.ts';
import { listSettings } from '../repository/settings.ts';
import type { Call } from './command.ts';
import type { Examined } from './examine-here.ts';
import { writeJson } from './json-output.ts';

interface Report {
  readonly system: string;
  /** Those that are not as by default, with their origin. */
  readonly settings: readonly string[];
  readonly findings: readonly Finding[];
}

/** A report of a defect, without secrets and without what tells who and where the user is. */
export async function printReport(call: Call, here: Examined): Promise<number> {
  const { world } = call;
  const roots = here.repository instanceof Error ? [] : [here.repository.engine.place.root];
  const forOthers = (text: string) => textForOthers(text, world, roots);
  const settings = here.repository instanceof Error ? [] : await ownSettings(here.repository);
  const findings = await here.examine();
  const report: Report = {
    system: `${platform()} ${release()} ${arch()}`,
    settings: settings.map(forOthers),
    findings: findings.map(({ state, text, hint }) =>
      defined({ state, text: forOthers(text), hint: hint === undefined ? undefined : forOthers(hint) }),
    ),
  };
  if (call.args.flag('json')) writeJson(call, report);
  else world.stdout.write(stripControls(render(report)));
  return 0;
}

async function ownSettings(repository: Repository): Promise<string[]> {
  try {
    return (await listSettings(repository))
      .filter(({ origin }) => origin.layer !== 'default')
      .map(({ key, value, origin }) => `${key} = ${Array.isArray(value) ? value.join(' ') : value} (${origin.layer})`);
  } catch (error) {
    return [`the settings cannot be read: ${describeError(error)}`];
  }
}

function render({ system, settings, findings }: Report): string {
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}\n`).join('');
  const found = findings.map(({ state, text }) => `${state}: ${text.trim()}`);
  return `## git-checkpoint report\n\n${list([system, ...settings])}\n### What doctor finds\n\n${list(found)}`;
}
