import { isDamaged } from '../core/checkpoint.ts';
import { noDrift } from '../resume/drift.ts';
import { readCheckpoints } from '../store/load.ts';
import { readContents } from './checkpoint-contents.ts';
import { packerFor } from './packer.ts';
import { keepPack, lastWish, questionFor, recallPack } from './prepared-pack.ts';
import type { Repository } from './repository.ts';

/** Makes the pack that the next resume here will ask for, if it asks as the last one did. For a moment when nobody waits. */
export async function preparePack(repository: Repository): Promise<void> {
  const { engine } = repository;
  const wish = lastWish(engine.place);
  if (wish === undefined) return;
  const { tokens: budget, chars: hostChars, parts: of } = wish;
  const packer = await packerFor(repository, { budget, maxChars: 0, hostChars, part: { number: 1, of } });
  const asked = await questionFor(engine, packer);
  if (asked === undefined || recallPack(engine.place, asked) !== undefined) return;
  const [checkpoint] = await readCheckpoints(engine, [asked.number]);
  if (checkpoint === undefined || isDamaged(checkpoint)) return;
  const { changes, files } = await readContents(engine, checkpoint);
  const pack = await packer.make({ checkpoint }, { files: await files(), drift: noDrift });
  keepPack(engine.place, asked, { checkpoint, changes, pack });
}
