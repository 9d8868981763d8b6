import { count } from '../core/count.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import { skipWords } from '../core/skip-words.ts';
import { loadNamed, type Repository } from '../open/repository.ts';
import { type ElsewhereOutcome, planElsewhere, restoreElsewhere } from '../restore/elsewhere.ts';
import type { Arguments } from './command.ts';
import { trusts } from './consent.ts';
import { showPath } from './render/facts.ts';

/** `restore --into` and `--branch`: checks a checkpoint out in a place of its own. */
export async function restoreInto(repository: Repository, args: Arguments): Promise<number> {
  refuseOptionsOfThisTree(args);
  const { world } = repository;
  const [into, branch] = [args.text('into'), args.text('branch')];
  const plan = await planElsewhere(
    repository,
    defined({
      checkpoint: await loadNamed(repository, args.positionals[0] ?? 'latest'),
      into,
      branch,
      plain: args.flag('plain'),
      staged: args.flag('staged'),
      forcePaths: args.texts('force-path'),
    }),
  );
  if (plan.configuration.length > 0 && !args.flag('trust') && !(await trusts(plan, world))) return 1;
  const outcome = await restoreElsewhere(repository, plan);
  world.stdout.write(args.flag('json') ? `${JSON.stringify(intoJson(outcome))}\n` : render(outcome));
  for (const { path } of plan.checkpoint.note.nested ?? [])
    world.stderr.write(`Left out: ${showPath(path)} (${skipWords['nested-repository']})\n`);
  for (const path of outcome.differences) world.stderr.write(`Differs from the checkpoint: ${showPath(path)}\n`);
  return outcome.differences.length === 0 ? 0 : 1;
}

function refuseOptionsOfThisTree(args: Arguments): void {
  if (args.flag('merge') || args.flag('dry-run') || (args.after?.length ?? 0) > 0)
    throw new Failure('usage', '--merge, --dry-run and paths are for this working tree, not for --into and --branch');
  if (args.flag('plain') && args.text('branch') !== undefined)
    throw new Failure('usage', '--plain makes no worktree, so there is no --branch');
}

function render({ plan, written, differences }: ElsewhereOutcome): string {
  const { checkpoint, folder, branch, kind } = plan;
  const where = branch === undefined ? kind : `${kind}, branch ${branch}`;
  const proof = differences.length === 0 ? 'tree verified' : 'tree NOT verified';
  return `Restored checkpoint ${checkpoint.number} into ${folder} (${where}): ${count(written, 'file')} written, ${proof}.\n`;
}

function intoJson({ plan, written, differences }: ElsewhereOutcome): unknown {
  const { checkpoint, folder, branch, kind } = plan;
  return {
    restored: true,
    verified: differences.length === 0,
    checkpoint: checkpoint.number,
    kind,
    folder,
    branch: branch ?? null,
    written,
    differences,
  };
}
