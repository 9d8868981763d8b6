import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import { parseSelector } from '../../core/number.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { World } from '../../core/world.ts';
import { configOf, type Repository } from '../../open/repository.ts';
import { listRemotes } from '../../sync/remotes.ts';
import type { ShareOptions, ShareOutcome } from '../../sync/share.ts';
import { ask } from '../ask.ts';
import { type Arguments, jsonOption, type Option, quietOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { wholeNumber } from '../option-values.ts';
import { renderPushSummary, renderShared, sharedJson } from '../render/shared.ts';
import { tell } from '../tell.ts';

const PATIENCE_IN_BACKGROUND = 120;

/** Options of every command that speaks to a remote. */
export const shareOptions: readonly Option[] = [
  { name: 'dry-run', kind: 'flag', about: 'Show what would be done, change nothing' },
  { name: 'background', kind: 'flag', about: 'Never prompt for credentials' },
  { name: 'timeout', kind: 'text', value: 'SECONDS', about: 'Timeout in seconds without a response' },
  quietOption,
  jsonOption,
];

export const leavingOptions: readonly Option[] = [
  {
    name: 'allow-secret',
    kind: 'texts',
    value: 'ID',
    about: 'Mark findings in this checkpoint as false positives',
  },
  { name: 'with-paths', kind: 'flag', about: 'Include local paths, user and host name' },
];

/** What the command line says about the sync; asks for the remote when none was ever named and somebody is there. */
export async function readShareOptions(
  args: Arguments,
  world: World,
  repository: Repository,
): Promise<ShareOptions & { readonly names: readonly string[] }> {
  const { remote, names } = splitPositionals(args.positionals);
  const background = args.flag('background');
  const timeoutSeconds = wholeNumber(args, 'timeout') ?? (background ? PATIENCE_IN_BACKGROUND : undefined);
  const named = remote ?? (background ? undefined : await askForRemote(world, repository));
  const watched = world.stderr.isTTY === true && !background && !args.flag('json') && !world.quiet;
  return defined({
    names,
    remote: named,
    dryRun: args.flag('dry-run'),
    unattended: background || !world.stdin.isTTY,
    withPaths: args.flag('with-paths'),
    timeoutSeconds,
    progress: watched ? (text: string) => world.stderr.write(harmless(text)) : undefined,
    beforePush: (summary: Parameters<typeof renderPushSummary>[0]) => {
      if (!background && !args.flag('json')) tell(world, renderPushSummary(summary));
    },
  });
}

export function printShared(outcome: ShareOutcome, args: Arguments, world: World): number {
  if (args.flag('json')) writeJson({ args, world }, sharedJson(outcome));
  else world.stdout.write(renderShared(outcome));
  return 0;
}

/** A server has its words in git's progress. Returning to the start of the line is all they may do. */
function harmless(text: string): string {
  return text.split('\r').map(stripControls).join('\r');
}

/** `[REMOTE] [ID...]`: whatever names a checkpoint is one, and only the first word can be a remote. */
function splitPositionals(positionals: readonly string[]): { remote?: string; names: string[] } {
  const [first, ...rest] = positionals;
  if (first === undefined) return { names: [] };
  if (namesCheckpoint(first)) return { names: [...positionals] };
  const wrong = rest.find((name) => !namesCheckpoint(name));
  if (wrong !== undefined) throw new Failure('usage', `no checkpoint '${wrong}'`);
  return { remote: first, names: rest };
}

function namesCheckpoint(text: string): boolean {
  try {
    parseSelector(text);
    return true;
  } catch {
    // Anything else is taken for a remote, and looked up as one.
    return false;
  }
}

async function askForRemote(world: World, repository: Repository): Promise<string | undefined> {
  if (!world.stdin.isTTY || (await configOf(repository)).remote !== '') return undefined;
  for (const { name, url } of await listRemotes(repository)) {
    const answer = await ask(`Share checkpoints with '${name}' (${url})? [y/N] `, ['y', 'n'], world);
    if (answer === 'y') return name;
  }
  return undefined;
}
