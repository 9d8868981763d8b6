import { homedir } from 'node:os';
import { servedNames } from '../../core/agent-table.ts';
import { Failure } from '../../core/failure.ts';
import { programWords } from '../../hooks/install/find-program.ts';
import {
  type AgentPlan,
  carryOutInstall,
  carryOutUninstall,
  type InstallRequest,
  planInstall,
  planUninstall,
  type Scope,
} from '../../hooks/install/install.ts';
import { askAboutModel } from '../ask-about-model.ts';
import { type Call, type Command, jsonOption, type Option, quietOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { installJson, renderInstall } from '../render/install.ts';

const options: readonly Option[] = [
  { name: 'user', kind: 'flag', about: 'For you, in every project; the default' },
  { name: 'project', kind: 'flag', about: 'For everybody in this project' },
  { name: 'local', kind: 'flag', about: 'For you, in this project (Claude Code)' },
  { name: 'skill', kind: 'flag', about: 'The skill in .agents/skills, which several agents read' },
  { name: 'dry-run', kind: 'flag', about: 'Show what would be written' },
  quietOption,
  jsonOption,
];
const AGENTS = servedNames.join(', ');

export const installCommand: Command = {
  name: 'install',
  about: "Add hooks, commands and the MCP server to your agents' settings",
  positionals: [{ form: '[AGENT...]', about: `${AGENTS} (default: those that are found)`, words: servedNames }],
  options,
  details:
    'Entries are added to the settings files of the agents; nothing else in them changes, and older entries of git-checkpoint are replaced.',
  run: (call) => run(call, { word: 'install', plan: planInstall, apply: carryOutInstall }),
};

export const uninstallCommand: Command = {
  name: 'uninstall',
  about: "Remove what install added to your agents' settings",
  positionals: [{ form: '[AGENT...]', about: `${AGENTS} (default: all)`, words: servedNames }],
  options,
  details: 'Files that nobody else has changed since are byte for byte what they were before. Checkpoints stay.',
  run: (call) => run(call, { word: 'uninstall', plan: planUninstall, apply: carryOutUninstall }),
};

interface Verb {
  readonly word: 'install' | 'uninstall';
  plan(request: InstallRequest, world: Call['world']): Promise<AgentPlan[]>;
  apply(plans: readonly AgentPlan[], world: Call['world']): void;
}

async function run(call: Call, verb: Verb): Promise<number> {
  const { args, world } = call;
  const plans = await verb.plan(await readRequest(call), world);
  const dryRun = args.flag('dry-run');
  if (!dryRun) verb.apply(plans, world);
  if (args.flag('json')) writeJson({ args, world }, installJson(plans));
  else await renderInstall(plans, { verb: verb.word, dryRun }, world);
  if (verb.word === 'install' && !dryRun && !args.flag('json')) await askAboutModel(world);
  return 0;
}

async function readRequest({ args, world, repository }: Call): Promise<InstallRequest> {
  const scope = readScope(args);
  const root = scope === 'user' ? {} : { root: (await repository()).engine.place.root };
  return {
    agents: args.positionals,
    skill: args.flag('skill'),
    scope,
    places: { env: world.env, home: world.env['HOME'] ?? homedir(), ...root },
    program: programWords(world),
  };
}

function readScope(args: Call['args']): Scope {
  const asked = (['user', 'project', 'local'] as const).filter((scope) => args.flag(scope));
  if (asked.length > 1) throw new Failure('usage', `--${asked.join(' and --')} exclude each other`);
  return asked[0] ?? 'user';
}
