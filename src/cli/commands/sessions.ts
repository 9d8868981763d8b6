import { checkpointNumber } from '../../core/number.ts';
import { loadGiven, type Repository } from '../../open/repository.ts';
import { findWayOn } from '../../repository/way-on.ts';
import { type Evolution, findEvolution, listEvolutions } from '../../watch/evolution.ts';
import { withColors } from '../colors.ts';
import { type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { page } from '../pager.ts';
import { renderEvolution, renderSessions } from '../render/evolution.ts';
import { renderContinue } from '../render/way-on.ts';

/** How the session can be continued from its newest checkpoint. */
async function wayOnOf(opened: Repository, { checkpoints }: Evolution): Promise<string> {
  const number = checkpoints.at(-1)?.number;
  if (number === undefined) return '';
  const checkpoint = await loadGiven(opened, checkpointNumber(number));
  return renderContinue(checkpoint, await findWayOn(opened, checkpoint), opened.world);
}

export const sessionsCommand: Command = {
  name: 'sessions',
  about: 'List sessions, or show one checkpoint by checkpoint',
  inBare: true,
  positionals: [
    { form: '[ID]', completes: 'session', about: 'Session, or the beginning of its id (default: list all)' },
  ],
  options: [{ name: 'session', kind: 'text', value: 'ID', completes: 'session', about: 'The same as ID' }, jsonOption],
  details:
    'Lists agent sessions and watched runs, newest first. With ID, shows how the project evolved during that session: each checkpoint, how long it took, how many files and lines it changed, and which files were modified.',
  async run({ args, world, repository }) {
    const opened = await repository();
    const id = args.positionals[0] ?? args.text('session');
    const found = id === undefined ? await listEvolutions(opened) : await findEvolution(opened, id);
    if (args.flag('json')) writeJson({ args, world }, found);
    else if (!Array.isArray(found)) {
      const text = renderEvolution(found, await withColors(world, opened));
      await page(text + (await wayOnOf(opened, found)), world, opened);
    } else if (found.length > 0) await page(renderSessions(found, await withColors(world, opened)), world, opened);
    else world.stderr.write('No agent sessions recorded yet. Run `git checkpoint install` to record them.\n');
    return 0;
  },
};
