import { changeJson } from '../../core/change-json.ts';
import { count } from '../../core/count.ts';
import { cutStartToWidth } from '../../core/text-width.ts';
import type { World } from '../../core/world.ts';
import { loadNamed } from '../../open/repository.ts';
import { requireCertain, type Verification, verify } from '../../repository/compare.ts';
import { save } from '../../repository/save.ts';
import { ask } from '../ask.ts';
import { type Call, type Command, jsonOption, quietOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { showPath } from '../render/facts.ts';
import { renderSaved } from '../render/saved.ts';
import { screenWidth } from '../render/table.ts';
import { renderUnknown } from '../render/unknown.ts';
import { paragraph } from '../render/wrap.ts';
import { tell } from '../tell.ts';

const MAX_NAMED = 3;

export const verifyCommand: Command = {
  name: 'verify',
  about: 'Compare the working tree with a checkpoint (exit 1 if it differs)',
  positionals: [{ form: '[ID]', about: 'Checkpoint (default: latest, or the one restored last)' }],
  options: [{ name: 'prompt', kind: 'flag', about: 'If it differs, ask whether to save' }, quietOption, jsonOption],
  details:
    'With `--prompt` it asks on a terminal when something differs: yes saves (exit 0), no goes on without (exit 0), cancel or Ctrl-D stops (exit 1), so that `git checkpoint verify --prompt && rm -r build` runs after an answer only.',
  async run({ args, world, repository }) {
    const opened = await repository();
    const [name] = args.positionals;
    const result = await verify(opened, name === undefined ? undefined : await loadNamed(opened, name));
    requireCertain(result);
    if (args.flag('json')) writeJson({ args, world }, { ...result, changes: result.changes.map(changeJson) });
    else world.stdout.write(paragraph(renderVerification(result), world));
    if (result.same) return 0;
    if (!args.flag('json')) tell(world, renderDifference(result, world) + renderUnknown(result.unknown));
    return args.flag('prompt') ? offerToSave(result, { world, repository }) : 1;
  },
};

function renderVerification({ number, same, files, added, removed }: Verification): string {
  if (same) return `Working tree matches checkpoint ${number}.`;
  return `Files changed: ${files}, Lines added: ${added}, Lines removed: ${removed}`;
}

/** From which checkpoint, and in which files first. */
function renderDifference({ number, changes }: Verification, world: World): string {
  const named = changes.slice(0, MAX_NAMED).map(({ path }) => cutStartToWidth(showPath(path), screenWidth(world)));
  const more = changes.length - named.length;
  const names = more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
  return paragraph(`Working tree differs from checkpoint ${number}: ${names}`, world);
}

/** y saves, n goes on without, c stops whatever comes next: exit 0, 0 and 1. */
async function offerToSave(
  { files, number }: Verification,
  { world, repository }: Pick<Call, 'world' | 'repository'>,
): Promise<number> {
  const answer = await ask(
    `${count(files, 'file')} changed since checkpoint ${number}. Save a checkpoint? [y]es / [n]o / [c]ancel `,
    ['y', 'n', 'c'],
    world,
  );
  if (answer === 'c') return 1;
  if (answer === 'y') renderSaved(await save(await repository(), { trigger: 'manual' }), world);
  return 0;
}
