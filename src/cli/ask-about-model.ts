import type { World } from '../core/world.ts';
import { modelPlace } from '../repository/model-use.ts';
import { openUserSettings, readSetting, setSetting } from '../repository/settings.ts';
import { ask } from './ask.ts';

/** Asks once whether a model may read the sessions; the answer, also a no, is kept in git's configuration of the user. */
export async function askAboutModel(world: World): Promise<void> {
  if (world.stdin.isTTY !== true || world.stderr.isTTY !== true) return;
  const place = await openUserSettings(world);
  if ((await readSetting(place, 'llm')).origin.layer !== 'default') return;
  world.stderr.write(
    'A model can improve what checkpoints say. After each save of a session, a digest of it would be sent to ' +
      `${modelPlace(world).host} with your ANTHROPIC_API_KEY:\n` +
      'what you typed, what the agent said, commands and their errors; secrets that are recognised are taken out.\n',
  );
  const answer = await ask('Send it? (y)es, (n)o ', ['y', 'n'], world);
  await setSetting(place, { key: 'llm', values: [answer === 'y' ? 'on' : 'off'], scope: 'global' });
  world.stderr.write(
    answer === 'y'
      ? 'It is sent. `git config --global checkpoint.llm off` stops that.\n'
      : 'Nothing is sent. `git config --global checkpoint.llm on` changes that.\n',
  );
}
