import { existsSync } from 'node:fs';
import type { AgentSettings, Scope, SettingsFile, SettingsPlaces } from '../../agents/agent-settings.ts';
import { sharedSkill } from '../../agents/command-texts.ts';
import { agentName, findAdapter, loadInstallable } from '../../agents/registry.ts';
import { agentRow, servedNames } from '../../core/agent-table.ts';
import { agentTitle } from '../../core/agent-title.ts';
import { Failure } from '../../core/failure.ts';
import type { World } from '../../core/world.ts';
import { applyInstall, applyUninstall, findFile, removeEmptyFolders } from './apply.ts';
import { findProgram } from './find-program.ts';
import { leadsOut } from './leads-out.ts';
import { type FilePlan, planInstallFile, planUninstallFile } from './plan.ts';

export type { Scope } from '../../agents/agent-settings.ts';

export interface InstallRequest {
  /** Names of agents; none: those that are found here. */
  readonly agents: readonly string[];
  readonly scope: Scope;
  readonly places: SettingsPlaces;
  /** The skill that several agents share, too; without names of agents, it alone. */
  readonly skill?: boolean;
  /** The words that start this program. */
  readonly program: readonly string[];
}

/** What is going to happen to the files of one agent. */
export interface AgentPlan {
  readonly agent: string;
  readonly title: string;
  readonly files: readonly FilePlan[];
  /** What the user has still to do when something was written. */
  readonly afterwards: string;
}

/** Decides for every file, before any is written. */
export function planInstall(request: InstallRequest, world: World): Promise<AgentPlan[]> {
  return planAll(request, (file) => planInstallFile(file, findFile(file, world)));
}

export function planUninstall(request: InstallRequest, world: World): Promise<AgentPlan[]> {
  // What is to be removed may be there although its agent is gone.
  const isGeneral = request.agents.length === 0 && !request.skill;
  const agents = isGeneral ? servedNames : request.agents;
  const skill = request.skill || (isGeneral && request.scope !== 'local');
  return planAll({ ...request, agents, skill }, (file) => planUninstallFile(file, findFile(file, world)));
}

export function carryOutInstall(plans: readonly AgentPlan[], world: World): void {
  for (const { files } of plans) for (const file of files) applyInstall(file, world);
}

export function carryOutUninstall(plans: readonly AgentPlan[], world: World): void {
  removeEmptyFolders(plans.flatMap(({ files }) => files.flatMap((file) => applyUninstall(file, world))));
}

type Planner = (file: SettingsFile) => FilePlan;

async function planAll(request: InstallRequest, planner: Planner): Promise<AgentPlan[]> {
  const { scope, places, program } = request;
  if (scope !== 'user' && places.root === undefined)
    throw new Failure('usage', `--${scope} needs a repository`, { hint: 'Go into one, or use --user.' });
  const named = request.skill && request.agents.length === 0 ? [] : await chosen(request);
  const plans = named
    .filter((settings) => isPossible(settings, request))
    .map((settings) => ({
      agent: settings.agent,
      title: agentTitle(settings.agent),
      files: settings.files(scope, places, program).map(guarded(request, planner)),
      afterwards: settings.afterwards,
    }));
  return request.skill ? [...plans, planSkill(request, planner)] : plans;
}

function planSkill(request: InstallRequest, planner: Planner): AgentPlan {
  const { scope, places } = request;
  const file = sharedSkill(scope === 'user' ? places.home : (places.root ?? ''));
  const afterwards = 'Agents that look for skills in `.agents/skills` find it when they start.';
  return { agent: 'skill', title: 'Shared skill', files: [guarded(request, planner)(file)], afterwards };
}

function guarded({ scope, places: { root } }: InstallRequest, planner: Planner): Planner {
  if (scope === 'user' || root === undefined) return planner;
  const why = 'it leads out of this project';
  return (file) => (leadsOut(root, file.path) ? { kind: 'left', path: file.path, why } : planner(file));
}

function isPossible(settings: AgentSettings, { scope, agents }: InstallRequest): boolean {
  if (settings.scopes.includes(scope)) return true;
  if (agents.length !== 1) return false;
  throw new Failure('usage', `${agentTitle(settings.agent)} has no --${scope} settings`, {
    hint: `Use ${settings.scopes.map((known) => `--${known}`).join(' or ')}.`,
  });
}

async function chosen({ agents, places }: InstallRequest): Promise<AgentSettings[]> {
  if (agents.length > 0) return Promise.all(agents.map(settingsOf));
  const present = (await loadInstallable()).filter((settings) => isPresent(settings, places));
  if (present.length > 0) return present;
  throw new Failure('no', 'no agent found on this machine', {
    hint: `Name one to install for it anyway: ${servedNames.join(', ')}.`,
  });
}

async function settingsOf(name: string): Promise<AgentSettings> {
  const found = await findAdapter(agentName(name))?.settings?.();
  if (found !== undefined) return found;
  throw new Failure('usage', `there are no hooks to install for '${name}'`, {
    hint: `Use one of: ${servedNames.join(', ')}.`,
  });
}

/** In use here: its folder is there, or its program. */
export function isPresent(settings: AgentSettings, places: SettingsPlaces): boolean {
  return (
    existsSync(settings.folder(places)) ||
    findProgram(agentRow(settings.agent)?.program ?? settings.agent, places.env) !== undefined
  );
}
