import type { InstalledHook, SettingsFile, SettingsPlaces } from '../../agents/agent-settings.ts';
import { loadHooks, loadInstallable } from '../../agents/registry.ts';
import { agentTitle } from '../../core/agent-title.ts';
import { defined } from '../../core/defined.ts';
import { describeError } from '../../core/failure.ts';
import type { World } from '../../core/world.ts';
import { findFile } from '../install/apply.ts';
import { isPresent } from '../install/install.ts';
import { planInstallFile } from '../install/plan.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import { findInstallations, type Installation } from './installed-hooks.ts';
import { withSample } from './sample.ts';
import { type HookTrial, tryHook } from './try-hook.ts';

/** Reads the agents' real settings, and runs every hook of ours that is in them and known on a sample. */
export async function checkHooks(places: SettingsPlaces, program: readonly string[], world: World): Promise<Finding[]> {
  try {
    const installations = await findInstallations(places, program);
    const found: Finding[] = [];
    for (const installation of installations)
      found.push(...(await checkInstallation(installation, { places, program, world })));
    const missing = (await loadInstallable())
      .filter((settings) => isPresent(settings, places) && !installations.some((one) => one.settings === settings))
      .map(({ agent }) =>
        note(`${agentTitle(agent)} found, hooks not installed`, `\`git checkpoint install ${agent}\` adds them.`),
      );
    return [...found, ...missing];
  } catch (error) {
    return [wrong(`hooks: ${describeError(error)}`)];
  }
}

interface Surroundings {
  readonly places: SettingsPlaces;
  readonly program: readonly string[];
  readonly world: World;
}

async function checkInstallation(installation: Installation, surroundings: Surroundings): Promise<Finding[]> {
  const { places, program, world } = surroundings;
  const { settings, scope, path, hooks, unknown } = installation;
  const stale = settings
    .files(scope, places, program)
    .filter((file) => holdsHooks(file) && planInstallFile(file, findFile(file, world)).kind === 'write');
  const head =
    stale.length === 0
      ? ok(`${agentTitle(settings.agent)}, ${scope}: ${hooks.length} hooks in ${path}`)
      : wrong(
          `${agentTitle(settings.agent)}, ${scope}: ${stale.map((file) => file.path).join(', ')}: hooks are missing or outdated`,
          `\`git checkpoint install ${settings.agent} --${scope}\` brings it up to date.`,
        );
  const untried = unknown.map(({ event, command }) =>
    note(
      `  ${event}: not tried, because the settings of a repository may hold anything`,
      `It would run \`${command}\`.`,
    ),
  );
  return [head, ...(await tryAll(installation, world)), ...untried];
}

function holdsHooks(file: SettingsFile): boolean {
  return file.form === 'json' || file.hooks !== undefined;
}

async function tryAll({ settings, hooks }: Installation, world: World): Promise<Finding[]> {
  const { chars } = (await loadHooks(settings.agent)).room;
  return withSample((sample) => hooks.map((hook) => judge(hook, tryHook(hook, sample, world), chars)));
}

/** Longer than that is felt, also on a busy machine. */
const SLOW_MS = 4000;

export function judge(hook: InstalledHook, trial: HookTrial, room: number): Finding {
  return defined({ ...judgeOutcome(hook, trial, room), milliseconds: trial.milliseconds, limit: hook.limit });
}

function judgeOutcome(hook: InstalledHook, trial: HookTrial, room: number): Finding {
  const { status, milliseconds, characters, stderr } = trial;
  const part = / --part \S+$/.exec(hook.command)?.[0] ?? '';
  const text = `  ${hook.event}${part}: ${milliseconds} ms${characters > 0 ? `, ${characters} characters` : ''}`;
  if (status === null) return wrong(`${text}, longer than the ${hook.limit} ms it may take`);
  if (status !== 0)
    return wrong(`${text}, exit ${status}: ${stderr.split('\n')[0] ?? ''}`, `It runs \`${hook.command}\`.`);
  if (characters > room) return wrong(`${text}, of which the agent takes ${room}`);
  if (milliseconds <= SLOW_MS) return ok(text);
  const waits = part.endsWith('2/2') ? 'It waits for part 1, which may not be installed or may not run.' : undefined;
  return note(`${text}, for which the agent waits`, waits);
}
