import { VERSION } from '../../core/version.ts';
import type { World } from '../../core/world.ts';
import type { Repository } from '../../open/repository.ts';
import { findProgram } from '../install/find-program.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** The oldest git that the documents promise to work with. */
const MIN_GIT_VERSION: readonly [number, number] = [2, 31];

/** Whether what this program stands on is new enough, and can be found by agents. */
export async function checkVersions(repository: Repository | undefined, world: World): Promise<Finding[]> {
  const node = checkNode(process.version);
  const git = repository === undefined ? undefined : await checkGit(repository);
  return [...(git === undefined ? [node] : together(node, git)), checkPath(world)];
}

/** Versions that are new enough take one line. */
function together(node: Finding, git: Finding): Finding[] {
  return node.state === 'ok' && git.state === 'ok' ? [ok(`${node.text}, ${git.text}`)] : [node, git];
}

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const fits = major >= 23 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  const text = `git-checkpoint ${VERSION} on node ${version}`;
  return fits ? ok(text) : wrong(text, 'It needs node 20.19, 22.12 or newer.');
}

async function checkGit({ engine }: Repository): Promise<Finding> {
  const version = await engine.version();
  const text = `${version}, ${engine.name} engine`;
  if (engine.name !== 'native') return ok(text);
  const [major = 0, minor = 0] = (/\d+\.\d+/.exec(version)?.[0] ?? '').split('.').map(Number);
  const fits = major > MIN_GIT_VERSION[0] || (major === MIN_GIT_VERSION[0] && minor >= MIN_GIT_VERSION[1]);
  return fits ? ok(text) : wrong(text, `It needs git ${MIN_GIT_VERSION.join('.')} or newer.`);
}

function checkPath({ env }: World): Finding {
  const found = findProgram('git-checkpoint', env);
  if (found !== undefined) return ok(`git-checkpoint is on the PATH: ${found}`);
  return note(
    'git-checkpoint is not on the PATH',
    '`npm ci && npm run setup`, in a clone of git-checkpoint, makes `git checkpoint` work everywhere.',
  );
}
