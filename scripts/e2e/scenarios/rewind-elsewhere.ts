import { join } from 'node:path';
import { expect } from '../expect.ts';
import { runHeadless } from '../headless.ts';
import { onStage, type Stage } from '../stage.ts';
import { claudeTalk, expectTwoTurns, has, threeTurns } from './rewind.ts';
import { expectQuiet } from './work.ts';

/** Shares this project through a bare repository beside it; answers where that is. */
function publish({ repo }: Stage): string {
  const remote = join(repo.home, 'remote.git');
  repo.git('init', '--quiet', '--bare', '--initial-branch=main', remote);
  repo.git('remote', 'add', 'origin', remote);
  repo.git('push', '--quiet', 'origin', 'main');
  repo.git('config', '--global', 'checkpoint.remote', 'origin');
  return remote;
}

/** Another machine: another home and another path, with a clone of the same project. */
function cloneHere({ repo }: Stage, remote: string): void {
  repo.git('remote', 'add', 'origin', remote);
  repo.git('fetch', '--quiet', 'origin');
  repo.git('reset', '--quiet', '--hard', 'origin/main');
  repo.git('config', '--global', 'checkpoint.remote', 'origin');
  repo.git('config', '--global', 'checkpoint.conversation', 'share');
}

/** What Claude Code did here is gone back to from a second clone, once conversations are shared; before that nothing of them is there. */
export function rewindElsewhere(): Promise<void> {
  return onStage(async (here) => {
    const { checkpoint } = await threeTurns(here, claudeTalk);
    const remote = publish(here);
    const objects = () => here.repo.git('--git-dir', remote, 'cat-file', '--batch-all-objects', '--batch');
    here.checkpoint('push');
    expect('nothing of the conversation is at the remote', !objects().includes('"parentUuid"'));
    here.repo.git('config', '--global', 'checkpoint.conversation', 'share');
    here.checkpoint('push');
    expect('shared, it is there', objects().includes('"parentUuid"'));
    expect('without paths of this machine', !objects().includes(here.repo.home));
    await onStage(async (there) => {
      cloneHere(there, remote);
      there.checkpoint('fetch');
      const outcome = JSON.parse(there.checkpoint('rewind', checkpoint[2] ?? '', '--yes', '--json'));
      expect('the files are those of turn two', has(there, 'turn-2.txt') && !has(there, 'turn-3.txt'));
      await runHeadless(there, [
        ...there.client('claude-code'),
        ...claudeTalk.words('PROMPT-THERE', outcome.session.id),
      ]);
      expectTwoTurns(there.model.requests.at(-1));
    });
    expectQuiet(here);
  });
}

/** The context is compacted between the second and the third turn: before it all is there, after it its summary. */
export function rewindCompacted(): Promise<void> {
  return onStage(async (stage) => {
    const client = stage.client('claude-code');
    const compact = (session: string) => runHeadless(stage, [...client, ...claudeTalk.words('/compact', session)]);
    const { checkpoint } = await threeTurns(stage, claudeTalk, compact);
    const goBack = async (turn: number) => {
      const outcome = JSON.parse(stage.checkpoint('rewind', checkpoint[turn] ?? '', '--yes', '--json'));
      await runHeadless(stage, [...client, ...claudeTalk.words('PROMPT-NEXT', outcome.session.id)]);
      return stage.model.requests.at(-1);
    };
    const after = (await goBack(3))?.text ?? '';
    expect(
      'behind the compaction, the model read its summary',
      after.includes('What was done so far, in short.'),
      after,
    );
    expect('and the turn after it', after.includes('PROMPT-3') && after.includes('REPLY-3'), after);
    expectTwoTurns(await goBack(2));
    expectQuiet(stage);
  });
}
