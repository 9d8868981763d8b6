import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { testRepo } from '../../../test/support/with-repo.ts';
import { codexArguments } from '../clients/codex.ts';
import { expect, expectIn } from '../expect.ts';
import { runHeadless } from '../headless.ts';
import { onPath } from '../on-path.ts';
import { onStage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { claudeTalk, expectTwoTurns, forEachTalk, play, type Talk, threeTurns } from './rewind.ts';
import { ask, claudeArguments, expectQuiet, quit } from './work.ts';

/** A second line of work from turn two, in a worktree of its own, while the first session goes on. */
function forked(talk: Talk): Promise<void> {
  return onStage(async (stage) => {
    const { session, checkpoint } = await threeTurns(stage, talk);
    const made = JSON.parse(stage.checkpoint('fork', checkpoint[2] ?? '', '--branch', 'second-idea', '--json'));
    const there = { ...stage, repo: testRepo(stage.repo.home, made.folder) };
    expect('the worktree has the files of turn two', existsSync(join(made.folder, 'turn-2.txt')));
    expect('and not those of turn three', !existsSync(join(made.folder, 'turn-3.txt')));
    expect('it is on its own branch', there.repo.git('branch', '--show-current') === 'second-idea');
    await play(there, talk, { prompt: 'PROMPT-FORK', session: made.session.id });
    expectTwoTurns(stage.model.requests.at(-1));
    await play(stage, talk, { prompt: 'PROMPT-4', session });
    const text = stage.model.requests.at(-1)?.text ?? '';
    expect(
      'the first session goes on with all its turns',
      text.includes('REPLY-3') && !text.includes('PROMPT-FORK'),
      text,
    );
    expectQuiet(stage);
  });
}

export const forkScenarios = forEachTalk('fork', forked);

/** Claude Code stays open on its terminal while the second line of work begins beside it. */
export function forkBesideOpen(): Promise<void> {
  return onStage(async (stage) => {
    const { session, checkpoint } = await threeTurns(stage, claudeTalk);
    await inTerminal(
      stage,
      [...stage.client('claude-code'), ...claudeArguments, '--resume', session],
      async (terminal) => {
        await terminal.see(/REPLY-3/);
        const made = JSON.parse(stage.checkpoint('fork', checkpoint[2] ?? '', '--json'));
        const there = { ...stage, repo: testRepo(stage.repo.home, made.folder) };
        await play(there, claudeTalk, { prompt: 'PROMPT-FORK', session: made.session.id });
        expectTwoTurns(stage.model.requests.at(-1));
        await ask(stage, terminal, 'PROMPT-4');
        const text = stage.model.requests.at(-1)?.text ?? '';
        expect(
          'the open session goes on with its own turns',
          text.includes('REPLY-3') && !text.includes('PROMPT-FORK'),
          text,
        );
        await quit(terminal);
      },
    );
    expectQuiet(stage);
  });
}

/** `--start`: the client comes up by itself on the terminal, here and in the worktree of a fork. */
export function started(): Promise<void> {
  return onStage(async (stage) => {
    onPath(stage, ['claude-code']);
    const { checkpoint } = await threeTurns(stage, claudeTalk);
    const [two = ''] = [checkpoint[2]];
    const goOn = (...words: string[]) =>
      inTerminal(stage, ['git-checkpoint', ...words, '--start'], async (terminal) => {
        // A folder that the client does not know is asked about first.
        const screen = await terminal.see(/REPLY-2|trust/i);
        if (!screen.includes('REPLY-2')) terminal.press('Enter');
        await terminal.see(/REPLY-2/);
        await ask(stage, terminal, 'PROMPT-NEXT');
        expectTwoTurns(stage.model.requests.at(-1));
        await quit(terminal);
      });
    await goOn('rewind', two, '--yes');
    await goOn('fork', two, '--branch', 'second-idea');
    expectQuiet(stage);
  });
}

/** Claude Code, then Codex, then Gemini CLI: each begins with what the one before knew. */
export function handOff(): Promise<void> {
  return onStage(async (stage) => {
    onPath(stage, ['claude-code', 'codex', 'gemini-cli']);
    await threeTurns(stage, claudeTalk);
    const pack = { 'the headline': /Resumed from checkpoint: /, 'the task': 'PROMPT-3', 'a file': 'turn-3.txt' };
    const handoff = (...args: string[]) => runHeadless(stage, ['git-checkpoint', 'handoff', '--to', ...args]);
    stage.model.say({ text: 'CODEX HAS IT' });
    await handoff('codex', '--', ...codexArguments);
    expectIn(stage.model.requests.at(-1), pack);
    expect('once only', (stage.model.requests.at(-1)?.text.split('Resumed from checkpoint: ').length ?? 0) === 2);
    stage.model.say({ text: 'GEMINI HAS IT' });
    await handoff('gemini-cli', '--', '--yolo', '-p');
    expectIn(stage.model.requests.at(-1), pack);
    stage.model.say({ text: 'CLAUDE HAS IT' });
    await handoff('claude', '--', '-p', ...claudeArguments);
    expectIn(stage.model.requests.at(-1), pack);
    const handed = JSON.parse(stage.checkpoint('list', '--json')).flatMap(
      (one: { handoffs?: { to: string }[] }) => one.handoffs?.map(({ to }) => to) ?? [],
    );
    expect(
      'the checkpoints say who received them',
      handed.toSorted().join() === 'claude-code,codex,gemini-cli',
      handed.join(),
    );
    expectQuiet(stage);
  });
}
