import { expect, expectIn } from '../expect.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { ask, claudeArguments, quit, work } from './work.ts';

const GONE = 'Gone since: src/greet.js. `git checkpoint show 1 -- PATH` prints one';

/** What somebody does by hand after the last turn, and what the session after /clear must read of it. */
const deeds: Readonly<
  Record<string, { do(stage: Stage): void; readonly read: Readonly<Record<string, string | RegExp>> }>
> = {
  reset: {
    do: ({ repo }) => {
      repo.git('reset', '--quiet', '--hard');
      repo.git('clean', '-fdq');
    },
    read: { 'what is gone, and who has it': GONE, 'the reset': 'The working tree was reset' },
  },
  stash: {
    do: ({ repo }) => void repo.git('stash', '--quiet', '--include-untracked'),
    read: { 'what is gone, and who has it': GONE, 'the stash': "Changes were stashed: 'WIP on main: " },
  },
  commit: {
    do: ({ repo }) => void repo.commit('Add the greeter'),
    read: {
      'the commit': /HEAD moved by 1 commit: \w+ Add the greeter/,
      'what is in it': 'Already committed: src/greet.js',
    },
  },
  switch: {
    do: ({ repo }) => {
      repo.git('branch', 'old');
      repo.commit('Add the greeter');
      repo.git('switch', '--quiet', 'old');
    },
    read: { 'the branch': 'The branch is now old, it was main.', 'what is gone, and who has it': GONE },
  },
  rebase: {
    do: ({ repo }) => {
      repo.commit('Add the greeter');
      repo.git('switch', '--quiet', '--create', 'other', 'HEAD~1');
      repo.write('src/greet.js', 'another greeter\n');
      repo.commit('Another greeter');
      repo.tryGit('rebase', 'main');
    },
    read: { 'the rebase': 'A rebase is in progress.' },
  },
};

function byHand(name: string): () => Promise<void> {
  return () =>
    onStage(async (stage) => {
      const deed = deeds[name];
      if (deed === undefined) throw new Error(`nothing is known of ${name}`);
      stage.checkpoint('install', 'claude-code');
      await inTerminal(stage, [...stage.client('claude-code'), ...claudeArguments], async (terminal) => {
        await work(stage, terminal);
        deed.do(stage);
        await terminal.send('/clear');
        await terminal.see(/SessionStart:clear says: /);
        await ask(stage, terminal, 'go on');
        expectIn(stage.model.requests.at(-1), deed.read);
        const text = stage.model.requests.at(-1)?.text ?? '';
        expect('and not that nothing changed', !text.includes('Nothing changed since'), text);
        await quit(terminal);
      });
    });
}

/** A scenario for each of them. */
export const byHandScenarios = Object.fromEntries(Object.keys(deeds).map((name) => [`by-hand-${name}`, byHand(name)]));
