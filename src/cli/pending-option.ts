import type { CheckpointNumber } from '../core/number.ts';
import { numbersNamed, type Repository } from '../open/repository.ts';
import { list } from '../repository/list.ts';
import type { Arguments } from './command.ts';

export const pendingOption = { name: 'pending', kind: 'flag', about: 'All that are pending' } as const;

/** The checkpoints that were named, and with `--pending` all that nobody decided about yet. */
export async function numbersAsked(repository: Repository, args: Arguments): Promise<CheckpointNumber[]> {
  const named = await numbersNamed(repository, args.positionals);
  if (!args.flag('pending')) return named;
  const pending = await list(repository, { pending: true, briefly: true });
  return [...new Set([...named, ...pending.map(({ number }) => number)])];
}
