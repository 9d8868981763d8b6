import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import { oneLine } from '../core/strip-controls.ts';
import type { Repository } from '../open/repository.ts';
import { list } from '../repository/list.ts';
import { listSettings } from '../repository/settings.ts';
import type { Completes } from './command.ts';
import type { Candidate } from './complete.ts';

/** Nobody looks through more of them at a prompt. */
const MOST = 200;

/** Words that mean nothing to a shell. Others come from notes, and bash would put them on the command line as they are. */
const PLAIN = /^[\p{L}\p{N}_][\p{L}\p{N}_./@%+:,=-]*$/u;

/** What this repository has to offer for one kind of word. */
export async function readCandidates(
  repository: Repository,
  kind: Exclude<Completes, 'trigger' | 'path'>,
): Promise<readonly Candidate[]> {
  if (kind === 'setting') return (await listSettings(repository)).map(({ key, about }) => ({ word: key, about }));
  const entries = await list(repository, { limit: MOST, briefly: true });
  const whole = entries.filter((entry): entry is Checkpoint => !isDamaged(entry));
  if (kind === 'checkpoint')
    return [
      { word: 'latest', about: 'The newest checkpoint' },
      ...whole.map(({ number, note }) => ({ word: String(number), about: oneLine(note.summary) })),
    ];
  const words = whole.flatMap(({ note }) => {
    if (kind === 'branch') return [note.context.branch];
    return kind === 'session' ? [note.session?.id ?? ''] : (note.tags ?? []);
  });
  return [...new Set(words)].filter((word) => PLAIN.test(word)).map((word) => ({ word }));
}
