import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { testRepo } from '../../../test/support/with-repo.ts';
import { expect, expectIn } from '../expect.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal, type Terminal } from '../terminal.ts';
import { ask, claudeArguments, expectQuiet, quit, untilSaved, work } from './work.ts';

/** The agent goes to a folder that is no repository, and goes on with the project from there. */
export function cdAway(): Promise<void> {
  return onStage(async (stage) => {
    const away = folderBeside(stage, 'notes');
    await withFolder(stage, away, async (terminal) => {
      await work(stage, terminal);
      await turn(stage, terminal, { go: away, write: join(stage.repo.root, 'src/second.js'), say: 'SECOND' });
      await untilSaved(stage, 2);
      await turn(stage, terminal, { write: join(stage.repo.root, 'src/third.js'), say: 'THIRD' });
      await untilSaved(stage, 3);
      expect('each turn was saved in the project', true);
      await terminal.send('/clear');
      await terminal.see(/SessionStart:clear says: .*Resumed from checkpoint/s);
      await ask(stage, terminal, 'go on');
      expectIn(stage.model.requests.at(-1), { 'the work of the last turn': 'src/third.js' });
      await quit(terminal);
    });
    expectQuiet(stage);
  });
}

/** The agent changes a second repository: that one is saved too, and the project goes on being saved. */
export function secondRepository(): Promise<void> {
  return onStage(async (stage) => {
    const root = folderBeside(stage, 'library');
    const library = testRepo(stage.repo.home, root);
    library.git('init', '--quiet', '--initial-branch=main');
    library.git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '-q', '--allow-empty', '-m', 'x');
    await withFolder(stage, root, async (terminal) => {
      await work(stage, terminal);
      await turn(stage, terminal, { go: root, write: join(root, 'lib.js'), say: 'IN-THE-LIBRARY' });
      await untilSaved({ ...stage, repo: library }, 1);
      expect('the second repository has a checkpoint', true);
      await turn(stage, terminal, { write: join(stage.repo.root, 'src/after.js'), say: 'BACK-AGAIN' });
      await untilSaved(stage, 3);
      expect('the project has one of each turn', true);
      const session = (repo: typeof library) =>
        /^session:(?:\n .*)*?\n {2}id: (.*)$/m.exec(
          repo.git('notes', '--ref=checkpoints', 'show', 'refs/checkpoints/1'),
        )?.[1];
      expect('both name the same session', session(library) === session(stage.repo) && session(library) !== undefined);
      await quit(terminal);
    });
    expectQuiet(stage);
  });
}

function folderBeside({ repo }: Stage, name: string): string {
  const path = join(dirname(repo.root), name);
  mkdirSync(path);
  writeFileSync(join(path, 'here.txt'), 'a folder of its own\n');
  return path;
}

function withFolder(stage: Stage, folder: string, use: (terminal: Terminal) => Promise<void>): Promise<void> {
  const command = [...stage.client('claude-code'), ...claudeArguments];
  stage.checkpoint('install', 'claude-code');
  return inTerminal(stage, [...command, '--allowedTools', 'Bash(cd:*)', '--add-dir', folder], use);
}

/** One turn: perhaps a change of folder, and a file. */
async function turn(
  stage: Stage,
  terminal: Terminal,
  { go, write, say }: { readonly go?: string; readonly write: string; readonly say: string },
): Promise<void> {
  const cd = { name: 'Bash', input: { command: `cd ${go}`, description: 'Go there' } };
  const file = { name: 'Write', input: { file_path: write, content: `// ${say}\n` } };
  stage.model.say(...(go === undefined ? [] : [{ tools: [cd] }]), { tools: [file] }, { text: `DONE-${say}` });
  await terminal.send(`Write ${say} now`);
  await terminal.see(new RegExp(`DONE-${say}`));
}
