import * as assert from 'uvu/assert';
import { claudeEvents } from '../../scripts/recall/claude-events.ts';
import { codexEvents } from '../../scripts/recall/codex-events.ts';
import { basesOf, filesSinceCommit, historyThen } from '../../scripts/recall/files-then.ts';
import { geminiEvents } from '../../scripts/recall/gemini-events.ts';
import type { RawCall, RawSession } from '../../scripts/recall/raw-event.ts';
import { describe } from '../support/suite.ts';

const cwd = '/w/app';

function made(tool: string, input: RawCall['input'], more: Partial<RawCall> = {}): RawCall {
  return { tool, input, output: 'done', failed: false, detail: {}, ...more };
}

const write = (path: string, content = 'text\n') => made('Write', { file_path: `${cwd}/${path}`, content });
const shell = (command: string, output = '', more: Partial<RawCall> = {}) =>
  made('Bash', { command }, { output, ...more });
const patch = (text: string, more: Partial<RawCall> = {}) =>
  made('apply_patch', { patch: `*** Begin Patch\n${text}\n*** End Patch` }, more);

function sessionOf(...calls: readonly RawCall[]): RawSession {
  return { cwd, events: calls.map((call) => ({ kind: 'call', call })) };
}

/** What git would list as changed, with the letter it would put before it. */
function uncommitted(...calls: readonly RawCall[]): string[] {
  return filesSinceCommit(sessionOf(...calls))
    .filter(({ before, after }) => before !== after)
    .map(({ path, before, after }) => `${letter(before, after)} ${path}`)
    .sort();
}

function letter(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return 'A';
  return after === undefined ? 'D' : 'M';
}

const commits = (...calls: readonly RawCall[]) =>
  historyThen(sessionOf(...calls)).commits.map(({ message, files }) => [message, ...files.keys()]);

describe('files that somebody else committed', (it) => {
  const clean = 'On branch main\nnothing to commit, working tree clean\n';

  it('are committed once git says that the tree is clean', () => {
    assert.equal(uncommitted(write('a.ts'), shell('git status', clean)), []);
    assert.equal(uncommitted(write('a.ts'), shell('git status --short')), []);
    assert.equal(uncommitted(write('a.ts'), shell('git add -A && git commit -m x', clean, { failed: true })), []);
  });

  it('are those that the newest status does not list', () => {
    const long =
      'On branch main\n\nChanges not staged for commit:\n  (use "git add <file>..." to update what will be committed)\n\tmodified:   b.ts\n\nUntracked files:\n\tdocs/\n\nno changes added to commit\n';
    const three = [write('a.ts'), write('b.ts'), write('docs/c.md')];
    assert.equal(uncommitted(...three, shell('git status', long)), ['A b.ts', 'A docs/c.md']);
    assert.equal(uncommitted(...three, shell('git status --porcelain', ' M b.ts\n?? docs/\n')), [
      'A b.ts',
      'A docs/c.md',
    ]);
    const below = shell('git status', long.replaceAll('\tb.ts', '\t../b.ts').replace('b.ts', '../b.ts'), {
      directory: `${cwd}/src`,
    });
    assert.equal(uncommitted(write('a.ts'), write('b.ts'), below), ['A b.ts']);
  });

  it('are those from before somebody else went to another branch', () => {
    const on = (branch: string, call: RawCall) => ({ ...call, directory: cwd, branch });
    const [first, second] = [on('main', write('a.ts')), on('fix', write('b.ts'))];
    assert.equal(uncommitted(first, second), ['A b.ts']);
    assert.equal(uncommitted(first, on('main', shell('git switch -c fix')), second), ['A a.ts', 'A b.ts']);
    assert.equal(historyThen({ ...sessionOf(first), branch: 'fix' }).commits.length, 1);
    assert.equal(uncommitted(first, { ...second, directory: `${cwd}/trees/fix` }), ['A a.ts', 'A b.ts']);
  });

  it('are only those of a nested repository when it was asked there', () => {
    const nested = shell('cd lib && git status -sb', '## main\n M b.ts\n');
    assert.equal(uncommitted(write('a.ts'), write('lib/b.ts'), write('lib/c.ts'), nested), ['A a.ts', 'A lib/b.ts']);
  });

  it('are not told by a status of a part, of elsewhere, cut off, or asked before a commit', () => {
    for (const command of [
      'git status --short src',
      'cd /w/other && git status --short',
      'git status --short | grep test',
      'git status --short && git add b.ts && git commit -m x',
      'git status --short -uno',
    ])
      assert.equal(uncommitted(write('a.ts'), shell(command)), ['A a.ts'], command);
    const two = ' M x.ts\n M y.ts\n';
    assert.equal(uncommitted(write('a.ts'), shell('git status -s | head -2', two)), ['A a.ts']);
    assert.equal(uncommitted(write('a.ts'), shell('git status -s | head -3', two)), []);
    assert.equal(uncommitted(write('a.ts'), shell('git status -s', '', { failed: true })), ['A a.ts']);
  });

  it('come in a commit that is named as the log names it', () => {
    const log = shell('git log --oneline -3', 'abc1234 (HEAD -> main) Add a page\nabc1233 First\n');
    assert.equal(commits(write('a.ts'), shell('git status', clean), log), [['Add a page', 'a.ts']]);
  });
});

describe('files that somebody else changed', (it) => {
  const diff =
    'diff --git a/go/a.ts b/go/a.ts\nindex 1..2 100644\n--- a/go/a.ts\n+++ b/go/a.ts\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n';

  it('are known where git showed how', () => {
    const after = (...calls: readonly RawCall[]) => historyThen(sessionOf(...calls)).files.map((file) => file.after);
    assert.equal(uncommitted(shell('git diff', diff)), ['M go/a.ts']);
    assert.equal(uncommitted(shell('git diff HEAD -- go/', diff)), ['M go/a.ts']);
    assert.equal(after(shell('cat go/a.ts', 'zero\none\ntwo\n'), shell('git diff', diff)), ['zero\none\nthree\n']);
    assert.equal(after(write('go/a.ts', 'one\nthree\n'), shell('git diff', diff)), ['one\nthree\n']);
    for (const command of ['git diff main', 'git diff --cached', 'cd /w/other && git diff', 'cd lib && git diff'])
      assert.equal(uncommitted(shell(command, diff)), [], command);
  });

  it('are known whole once an edit tells the rest', () => {
    const whole = 'zero\none\nthree\n';
    const edit = made(
      'Edit',
      { file_path: `${cwd}/go/a.ts`, old_string: 'zero', new_string: 'nil' },
      { detail: { originalFile: whole } },
    );
    const told = '[main abc1234] x\n 1 file changed\n';
    const [file] = filesSinceCommit(sessionOf(shell('git diff', diff), edit));
    assert.equal([file?.before, file?.after], ['zero\none\ntwo\n', 'nil\none\nthree\n']);
    const [since] = filesSinceCommit(sessionOf(shell('git diff', diff), shell('git commit -am x', told), edit));
    assert.equal([since?.before, since?.after], [whole, 'nil\none\nthree\n']);
  });

  it('are known to differ where they stand in the way of git', () => {
    const refused =
      'error: Your local changes to the following files would be overwritten by checkout:\n\tgo/app\nAborting\n';
    const checkout = shell('git checkout main', refused, { failed: true });
    assert.equal(uncommitted(checkout), ['M go/app']);
    assert.equal(uncommitted(checkout, shell('git stash && git checkout main', 'Saved')), []);
  });
});

describe('what a commit of the session took', (it) => {
  it('is what git add named, patterns and folders from where the shell stood', () => {
    const calls = [write('go/a.ts'), write('go/b.md'), write('c.md')];
    const told = '[main abc1234] x\n 1 file changed, 1 insertion(+)\n';
    assert.equal(uncommitted(...calls, shell('cd go && git add *.md && git commit -m x', told)), [
      'A c.md',
      'A go/a.ts',
    ]);
    assert.equal(uncommitted(...calls, shell('git -C go add . && git commit -m x', told)), ['A c.md']);
    assert.equal(uncommitted(...calls, shell('git commit -m x -- c.md', told)), ['A go/a.ts', 'A go/b.md']);
    assert.equal(uncommitted(...calls, shell('git commit -am x', told)), []);
  });

  it('is also what git names as created, and all when it counts as many', () => {
    const calls = [write('a.ts'), write('b.ts'), write('c.ts')];
    const created = '[main abc1234] x\n 2 files changed, 2 insertions(+)\n create mode 100644 b.ts\n';
    assert.equal(uncommitted(...calls, shell('git add a.ts && git commit -m x', created)), ['A c.ts']);
    const all = '[main abc1234] x\n 3 files changed, 3 insertions(+)\n';
    assert.equal(uncommitted(...calls, shell('git add a.ts && git commit -m x', all)), []);
    const another = '[main abc1234] x\n 1 file changed, 3 insertions(+)\n';
    assert.equal(uncommitted(...calls, shell('git add never.ts && git commit -m x', another)).length, 3);
  });

  it('is committed though the push after it was refused', () => {
    const told = '[main abc1234] x\n 1 file changed\n ! [rejected] main -> main\n';
    const line = 'git add a.ts && git commit -m x && git push';
    assert.equal(uncommitted(write('a.ts'), shell(line, told, { failed: true })), []);
    assert.equal(uncommitted(write('a.ts'), shell(line, 'fatal: pathspec', { failed: true })), ['A a.ts']);
  });

  it('stays in the repository of the session', () => {
    const told = '[main abc1234] x\n 1 file changed\n';
    assert.equal(uncommitted(write('a.ts'), shell('git commit -am x', told, { directory: '/w/other' })), ['A a.ts']);
  });
});

describe('files that were there before', (it) => {
  const added = '*** Add File: a.ts\n+new';

  it('are modified by a patch that deletes and adds them', () => {
    assert.equal(uncommitted(patch('*** Delete File: a.ts'), patch(added)), ['M a.ts']);
    assert.equal(uncommitted(patch(`*** Delete File: a.ts\n${added}`)), ['M a.ts']);
  });

  it('are modified when they were read and then written anew', () => {
    const bases = (...calls: readonly RawCall[]) => basesOf(sessionOf(...calls)).get('a.ts');
    assert.equal(bases(shell('cat a.ts', 'old\n'), patch(added)), 'old\n');
    assert.equal(bases(shell("nl -ba a.ts | sed -n '1,2p'", '     1\told\n'), patch(added)), 'old\n');
    assert.equal(bases(patch(added), shell('cat a.ts', 'new\n')), undefined);
  });

  it('keep what was read of them around a patch', () => {
    const session = sessionOf(
      shell('cat a.ts', 'function f() {\n  one;\n}\n'),
      patch('*** Update File: a.ts\n@@\n-  one;\n+  two;'),
    );
    assert.equal(historyThen(session).files, [
      { path: 'a.ts', before: 'function f() {\n  one;\n}\n', after: 'function f() {\n  two;\n}\n' },
    ]);
  });
});

describe('what did not happen here', (it) => {
  const output = (text: string) => ({ type: 'function_call_output', call_id: '1', output: text });
  const events = (name: string, input: object, text: string) =>
    codexEvents(
      [
        { type: 'session_meta', payload: { cwd } },
        {
          type: 'response_item',
          payload: { type: 'function_call', call_id: '1', name, arguments: JSON.stringify(input) },
        },
        { type: 'response_item', payload: output(text) },
      ]
        .map((record) => JSON.stringify(record))
        .join('\n'),
    );
  const input = '*** Begin Patch\n*** Add File: a.ts\n+new\n*** End Patch';
  const paths = (session: RawSession) => historyThen(session).files.map(({ path }) => path);

  it('is a patch that was refused', () => {
    for (const text of [
      'apply_patch verification failed: Failed to read file to update /w/app/a.ts',
      'error: Failed to find expected lines in /w/app/a.ts:',
      'execution error: Io(Os { code: 2, kind: NotFound })',
    ])
      assert.equal(paths(events('apply_patch', { input }, text)), [], text);
    assert.equal(paths(events('apply_patch', { input }, 'Success. Updated the following files:\nA a.ts')), ['a.ts']);
  });

  it('is an edit in another directory', () => {
    const command = ['bash', '-lc', `apply_patch <<'EOF'\n${input}\nEOF`];
    const done = 'Success. Updated the following files:\nA a.ts';
    assert.equal(paths(events('shell', { command, workdir: '/w/other' }, done)), []);
    assert.equal(paths(events('shell', { command, workdir: '/w/app/lib' }, done)), ['lib/a.ts']);
  });
});

describe('what a shell did to files', (it) => {
  it('is known of copies from outside, of redirected words and of plain replacements', () => {
    const after = (...calls: readonly RawCall[]) => historyThen(sessionOf(...calls)).files.map((file) => file.after);
    assert.equal(after(shell("cat > /tmp/x <<'EOF'\nnew\nEOF\ncp /tmp/x a.ts")), ['new\n']);
    assert.equal(after(shell("echo 'node_modules' >> .gitignore")), ['node_modules\n']);
    assert.equal(after(shell("tee a.ts <<'EOF'\nnew\nEOF")), ['new\n']);
    assert.equal(after(write('a.ts', 'one one\n'), shell("sed -i 's/one/two/' a.ts")), ['two one\n']);
    assert.equal(after(write('a.ts', 'one one\n'), shell("sed -i '' 's|one|two|g' a.ts")), ['two two\n']);
  });

  it('is read off a short script of Python', () => {
    const after = (script: string) =>
      historyThen(sessionOf(write('a.ts', 'one\ntwo\n'), shell(`python3 - <<'PY'\n${script}\nPY`))).files.map(
        (file) => file.after,
      );
    const start = "from pathlib import Path\npath = Path('a.ts')\ntext = path.read_text()\n";
    const end = 'path.write_text(text)';
    assert.equal(after(`${start}text = text.replace('one\\n', """1\n""", 1)\n${end}`), ['1\ntwo\n']);
    assert.equal(after(`${start}old = "one"\nnew = 'it\\'s'\ntext = text.replace(old, new)\n${end}`), ["it's\ntwo\n"]);
    assert.equal(after(`${start}text = text.replace(find(), 'x').upper()\n${end}`), ['one\ntwo\n']);
    assert.equal(after(`${start}print(text.replace('one', 'x'))`), ['one\ntwo\n']);
    assert.equal(after("from pathlib import Path\nPath('b.ts').write_text('new\\n')"), ['one\ntwo\n', 'new\n']);
  });

  it('is read off the commands of Gemini too', () => {
    const call = (name: string, args: object, output: string) => ({
      ...{ name, args, status: 'success' },
      result: [{ functionResponse: { response: { output } } }],
    });
    const status =
      'Command: git status --short\nDirectory: (root)\nOutput:  M lib/a.ts\n?? lib/b.ts\nError: (none)\nExit Code: 0\n';
    const session = geminiEvents([
      { directories: [cwd] },
      {
        type: 'gemini',
        toolCalls: [
          ...['a', 'b', 'c'].map((name) =>
            call('write_file', { file_path: `${cwd}/lib/${name}.ts`, content: 'x' }, ''),
          ),
          call('run_shell_command', { command: 'git status --short' }, status),
          call('run_shell_command', { command: 'rm b.ts', directory: 'lib' }, ''),
        ],
      },
    ]);
    const changed = filesSinceCommit(session).filter(({ before, after }) => before !== after);
    assert.equal(
      changed.map(({ path }) => path),
      ['lib/a.ts'],
    );
  });

  it('can be put away, brought back and thrown away', () => {
    const base = shell('cat a.ts', 'old\n');
    const edited = [base, write('a.ts', 'new\n')];
    assert.equal(uncommitted(...edited, shell('git stash', 'Saved working directory')), []);
    assert.equal(uncommitted(...edited, shell('git stash', 'Saved'), shell('git stash pop')), ['M a.ts']);
    assert.equal(uncommitted(...edited, shell('git checkout .')), []);
    assert.equal(uncommitted(...edited, shell('git reset --hard HEAD')), []);
    assert.equal(uncommitted(...edited, shell('git reset HEAD')), ['M a.ts']);
  });
});

describe('a transcript with a hole', (it) => {
  it('goes on from the records before the summary, or before one whose parent is missing', () => {
    const records = [
      { uuid: '1', parentUuid: null, content: 'Start' },
      { uuid: '2', parentUuid: '1', content: 'Add a page' },
      { uuid: '3', parentUuid: null, content: 'This session is being continued', isCompactSummary: true },
      { uuid: '4', parentUuid: 'lost', content: 'Go on' },
    ].map(({ content, ...record }) => ({ type: 'user', ...record, message: { content } }));
    const { events } = claudeEvents(records.map((record) => JSON.stringify(record)).join('\n'));
    assert.equal(
      events.map((event) => (event.kind === 'user' ? event.text : '')),
      ['Start', 'Add a page', 'Go on'],
    );
  });
});
