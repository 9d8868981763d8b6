import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, expectIn } from '../expect.ts';
import { onStage, type Stage } from '../stage.ts';
import { expectTwoTurns, forEachTalk, has, play, type Talk, threeTurns } from './rewind.ts';
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

/** What was done here is gone back to from a second clone, once conversations are shared; before that nothing of them is there. */
function elsewhere(talk: Talk): Promise<void> {
  return onStage(async (here) => {
    const { checkpoint } = await threeTurns(here, talk);
    const remote = publish(here);
    const objects = () => here.repo.git('--git-dir', remote, 'cat-file', '--batch-all-objects', '--batch');
    here.checkpoint('push');
    expect('nothing of the conversation is at the remote', !objects().includes(talk.mark));
    here.repo.git('config', '--global', 'checkpoint.conversation', 'share');
    here.checkpoint('push');
    expect('shared, it is there', objects().includes(talk.mark));
    expect('without paths of this machine', !objects().includes(here.repo.home));
    await onStage(async (there) => {
      cloneHere(there, remote);
      there.checkpoint('fetch');
      const outcome = JSON.parse(there.checkpoint('rewind', checkpoint[2] ?? '', '--yes', '--json'));
      expect('the files are those of turn two', has(there, 'turn-2.txt') && !has(there, 'turn-3.txt'));
      await play(there, talk, { prompt: 'PROMPT-THERE', session: outcome.session.id });
      expectTwoTurns(there.model.requests.at(-1));
    });
    expectQuiet(here);
  });
}

/** The context is compacted between the second and the third turn: before it all is there, after it its summary. */
function compacted(talk: Talk): Promise<void> {
  return onStage(async (stage) => {
    const { checkpoint } = await threeTurns(stage, talk, { between: (session) => talk.compact(stage, session) });
    const goBack = async (turn: number) => {
      const outcome = JSON.parse(stage.checkpoint('rewind', checkpoint[turn] ?? '', '--yes', '--json'));
      await play(stage, talk, { prompt: 'PROMPT-NEXT', session: outcome.session.id });
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

/** After three turns the window is full: the session that goes on begins with what was known, and the command says so. */
function full(talk: Talk): Promise<void> {
  return onStage(async (stage) => {
    const { checkpoint } = await threeTurns(stage, talk, { tokens: talk.full });
    const [last = ''] = [checkpoint[3]];
    const plan = stage.checkpoint('rewind', last, '--dry-run');
    expect('the plan says why', plan.includes("no longer fits the model's window"), plan);
    const outcome = JSON.parse(stage.checkpoint('rewind', last, '--conversation', '--json'));
    expect('the outcome says so', outcome.compacted === true, JSON.stringify(outcome));
    await play(stage, talk, { prompt: 'PROMPT-NEXT', session: outcome.session.id });
    const request = stage.model.requests.at(-1);
    expectIn(request, {
      'that it continues': "no longer fits the model's window",
      'the headline': /Resumed from checkpoint: /,
      'the task': 'PROMPT-3',
      'the new prompt': 'PROMPT-NEXT',
    });
    expect('and not the turns themselves', !(request?.text ?? '').includes('I write turn-1.txt'));
    expectQuiet(stage);
  });
}

/** The client deletes the transcript, as it does with old ones; what the checkpoint has brings the session back. */
function broughtBack(talk: Talk): Promise<void> {
  return onStage(async (stage) => {
    const { session, transcript, checkpoint } = await threeTurns(stage, talk);
    const [two = ''] = [checkpoint[2]];
    const native = stage.checkpoint('show', two);
    expect('while it is there, show names it', native.includes(session), native);
    // Gemini CLI begins another file for the same session when it goes on in another minute.
    const files = readdirSync(dirname(transcript)).filter((name) => name.includes(session.slice(0, 8)));
    for (const name of new Set([...files, basename(transcript)]))
      rmSync(join(dirname(transcript), name), { force: true });
    const offered = stage.checkpoint('show', two);
    expect('then show offers the rewind', offered.includes(`git checkpoint rewind ${two} --conversation`), offered);
    const back = JSON.parse(stage.checkpoint('rewind', two, '--conversation', '--json'));
    expect('no file changed', has(stage, 'turn-3.txt'));
    await play(stage, talk, { prompt: 'PROMPT-BACK', session: back.session.id });
    expectTwoTurns(stage.model.requests.at(-1));
    expectQuiet(stage);
  });
}

export const elsewhereScenarios = {
  ...forEachTalk('rewind-elsewhere', elsewhere),
  ...forEachTalk('rewind-compacted', compacted),
  ...forEachTalk('rewind-deleted', broughtBack),
  ...forEachTalk('rewind-full', full),
};
