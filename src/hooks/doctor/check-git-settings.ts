import type { Repository } from '../../open/repository.ts';
import { type Finding, note, ok } from './finding.ts';

/** How `git log --all` is told to leave out what belongs to the checkpoints. */
const HIDING = '--exclude=refs/checkpoint* --exclude=refs/notes/checkpoints*';

/** What the user's own git does with refs of ours. */
export async function checkGitSettings({ engine }: Repository): Promise<Finding[]> {
  const entries = await engine.configEntries();
  const mirrors = entries.filter(({ key, value }) => /^remote\..+\.mirror$/.test(key) && value !== 'false');
  const names = [...new Set(mirrors.map(({ key }) => key.slice('remote.'.length, -'.mirror'.length)))];
  const isHidden = entries.some(({ key, value }) => key.startsWith('alias.') && value.includes('refs/checkpoint*'));
  return [
    ...names.map((name) =>
      note(
        `remote '${name}' is a mirror: a push sends every checkpoint there, and a fetch that prunes may delete those here`,
        `Unless that is what you want: \`git config --unset remote.${name}.mirror\`.`,
      ),
    ),
    isHidden
      ? ok('an alias of git hides the checkpoints from log --all')
      : note(
          '`git log --all` shows the checkpoints, too',
          `To hide them: \`git config --global alias.la 'log ${HIDING} --all'\`, then \`git la\`.`,
        ),
  ];
}
