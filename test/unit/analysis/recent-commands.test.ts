import * as assert from 'uvu/assert';
import { findRecentCommands } from '../../../src/analysis/recent-commands.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import { describeCommand } from '../../../src/core/describe-command.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const recent = (calls: readonly ToolCall[]) => findRecentCommands(viewSession(sessionOf([turnOf('Go', ...calls)])));

describe('recent commands', (it) => {
  it('leave out a call that was corrected', () => {
    const wrong = ran('gh pr create --base other --title x', 'pull request create failed: no commits', 1);
    const right = ran('gh pr create --base main --title x', 'https://example.com/1');
    assert.equal(recent([wrong, right]), [{ command: 'gh pr create --base main --title x', exit: 0 }]);
    const again = ran("python3 - <<'A'\nprint(1)\nA", 'Traceback\nValueError: x', 1);
    assert.is(recent([again, ran("python - <<'A'\nprint(2)\nA", 'two')]).length, 1);
  });

  it('leave out what failed before the user went on, unless it is open', () => {
    const old = (...calls: readonly ToolCall[]) =>
      findRecentCommands(
        viewSession(sessionOf([turnOf('Go', ...calls, 'That is all.'), turnOf('Next', ran('ls'), 'Seen.')])),
      ).map(({ command }) => command);
    assert.equal(old(ran('git stash pop', 'error: would be overwritten', 1), ran('make docs'), ran('date')), [
      'make docs',
      'date',
      'ls',
    ]);
    assert.equal(old(ran('npm test', '1 failed', 1)), ['npm test', 'ls']);
  });

  it('leave out what failed long ago, unless it is a check, of which the last run is told', () => {
    const calls = Array.from({ length: 16 }, (_, at) => ran(`node ${at}.js`, 'x'));
    const red = (command: string) => ran(command, 'error: it is broken', 1);
    const errors = recent([red('ssh host uptime'), red('npm run build'), red('npm run build -- -v'), ...calls])
      .filter(({ error }) => error !== undefined)
      .map(({ command }) => command);
    assert.equal(errors, ['npm run build -- -v']);
  });

  it('leave out a check that has passed since, on no less', () => {
    const red = ran('pytest tests/test_a.py -v', 'E  ImportError: no module named a', 1);
    const errors = (...later: readonly ToolCall[]) =>
      recent([red, ...later]).find(({ command }) => command === red.command);
    assert.is(errors(ran('pytest tests/test_a.py 2>&1 | tail -3', '4 passed')), undefined);
    assert.is(errors(ran('pytest', '90 passed')), undefined);
    assert.ok(errors(ran('pytest tests/test_a.py -k one', '1 passed')));
    assert.ok(errors(ran('pytest tests/test_b.py', '3 passed')));
    assert.ok(errors(ran('pytest', '1 failed', 1)));
  });

  it('have the error of a check that failed, and none of a look that found nothing', () => {
    const turn = turnOf('Go', ran('npm test', 'Error: boom', 1), ran('ls missing', 'ls: missing: No such file', 2));
    assert.equal(
      findRecentCommands(viewSession(sessionOf([turn]))).map(({ command, error }) => [command, error]),
      [
        ['npm test', 'Error: boom'],
        ['ls missing', undefined],
      ],
    );
  });
});

describe('what commands found out', (it) => {
  it('is told of every turn that had no end', () => {
    const open = (prompt: string, ...calls: readonly ToolCall[]) => ({
      ...turnOf(prompt, ...calls),
      outcome: 'open' as const,
    });
    const turns = [
      turnOf('Go', ran('node old.js', 'told by the agent'), 'It told.'),
      open('It stalls', ran('node tags.js', 'no tag 0.32.9')),
      open('And the screen', ran('node screen.js', '1920x1080')),
    ];
    const results = findRecentCommands(viewSession(sessionOf(turns))).map(({ result }) => result);
    assert.equal(results, [undefined, 'no tag 0.32.9', '1920x1080']);
  });
});

describe('tools of MCP servers', (it) => {
  const asked = (tool: string, description: string, output: string): ToolCall => ({
    tool,
    action: 'other',
    paths: [],
    result: 'ok',
    description,
    output,
  });

  it('are told with what they were asked and what they answered, without our own', () => {
    const logs = asked('mcp__kubernetes__kubectl_generic', 'command=logs namespace=web', 'CREATED collection notes');
    assert.equal(recent([logs, asked('mcp__checkpoint__list_checkpoints', '', '42'), asked('Skill', 'x', 'y')]), [
      {
        command: 'kubernetes kubectl_generic command=logs namespace=web',
        outcome: 'ok',
        result: 'CREATED collection notes',
      },
    ]);
  });
});

describe('a tool of an MCP server that did not do it', (it) => {
  const asked = (tool: string, output: string, result: ToolCall['result']): ToolCall => ({
    tool: `mcp__browser__${tool}`,
    action: 'other',
    paths: [],
    result,
    description: `by=${output.length}`,
    output,
  });

  it('has failed, by its flag or by what its answer begins with', () => {
    const flagged = asked('upload', 'Not below the roots that are allowed', 'failed');
    const told = asked('choose', '### Error\nError: no dialog is open', 'ok');
    assert.equal(
      recent([flagged, told]).map(({ outcome, error }) => [outcome, error]),
      [
        ['failed', 'Not below the roots that are allowed'],
        ['failed', 'Error: no dialog is open'],
      ],
    );
    assert.is(recent([told, asked('choose', '### Result\nchosen', 'ok')])[0]?.error, undefined);
  });
});

describe('commands that were not permitted', (it) => {
  const denied: ToolCall = {
    ...ran('gcloud compute instances reset node-1'),
    result: 'refused',
    output:
      'Permission for this action was denied by the auto mode classifier. Reason: [Node Operations] reboots a shared node. If you have other tasks that do not depend on this action, continue working on those.',
  };

  it('say why a classifier refused them, and stay as long as a failure would', () => {
    const looks = Array.from({ length: 30 }, (_, at) => ran(`make step-${at}`));
    const [first] = recent([denied, ...looks]);
    assert.is(first?.outcome, 'refused');
    assert.is(first?.error, '[Node Operations] reboots a shared node');
  });
});

describe('a command that the user rejected', (it) => {
  it('is told as such', () => {
    const output = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
    const [no] = recent([{ ...ran('rm -r out', output, 1), result: 'refused' }]);
    assert.equal(no, { command: 'rm -r out', outcome: 'refused', result: 'rejected by the user' });
    assert.is(no && describeCommand(no), 'rm -r out → rejected by the user');
  });
});

describe('a program that is not installed', (it) => {
  it('is an error even where it would only have looked', () => {
    const [missing] = recent([ran("zsh -c 'echo done'", '/usr/bin/bash: line 1: zsh: command not found', 127)]);
    assert.is(missing?.error, '/usr/bin/bash: line 1: zsh: command not found');
  });
});

describe('commands that did not fail', (it) => {
  it('have no error: stopped, asked for help, or only quoted wrong', () => {
    const [stopped, help, slip] = recent([
      ran('npm run dev', 'ready\n^C', 1),
      ran('tool link --help', 'Options for a missing file', 2),
      ran('tool find "a', 'bash: -c: line 1: unexpected EOF while looking for matching `"\'', 2),
    ]);
    assert.equal(stopped, { command: 'npm run dev', outcome: 'unfinished' });
    assert.equal(help, { command: 'tool link --help', exit: 2 });
    assert.equal(slip, { command: 'tool find "a', exit: 2 });
  });
});

describe('a complaint before every output', (it) => {
  it('is told of none', () => {
    const noisy = (at: number) =>
      ran(`rg word${at}`, `env.sh: line 18: /bin/ps: Operation not permitted\na.ts:${at}: word`);
    const results = recent([0, 1, 2, 3, 4].map(noisy)).map(({ result }) => result);
    assert.equal(results, ['a.ts:0: word', 'a.ts:1: word', 'a.ts:2: word', 'a.ts:3: word', 'a.ts:4: word']);
    assert.match(recent([noisy(1), ran('rg b', 'b')])[0]?.result ?? '', /not permitted/);
  });
});

describe('a command with a text of its own', (it) => {
  it('is told by what stands behind the text', () => {
    const shown = (command: string) => recent([ran(command)])[0]?.command;
    const written = "cat > /tmp/a.ts <<'EOF'\nlet a;\nEOF\ncp /tmp/a.ts src/a.ts\nnpm run build";
    assert.is(shown(written), "cat > /tmp/a.ts <<'EOF' …; cp /tmp/a.ts src/a.ts; npm run build");
    assert.match(shown("python3 - <<'PY'\nprint(1)\nPY") ?? '', /print\(1\)/);
  });

  it('is told with the subject of a message, and without what is only set for it', () => {
    const shown = (command: string) => recent([ran(command)])[0]?.command;
    const message = 'git commit -m "$(cat <<\'EOF\'\nfix: read tabs\n\nThey were lost.\nEOF\n)"';
    assert.is(shown(message), 'git commit -m "fix: read tabs"');
    assert.is(shown(`git add . && ${message} && git push`), 'git add . && git commit -m "fix: read tabs" && git push');
    assert.is(shown('base=1a2b\nhead=3c4d\ngit diff "$base" "$head"'), 'git diff "$base" "$head"');
    assert.is(shown('CI=1 npm test'), 'CI=1 npm test');
  });

  it('is left out where it has no result and a later run of the check has one', () => {
    const { exitCode: _, ...lost } = { ...ran('python -m pytest tests -v'), result: 'open' as const };
    const commands = (...calls: readonly ToolCall[]) => recent(calls).map(({ command }) => command);
    assert.equal(commands(lost, ran('pytest tests --cov', '9 passed')), ['pytest tests --cov']);
    assert.equal(commands(lost, ran('npm run lint', 'ok')), ['python -m pytest tests -v', 'npm run lint']);
  });
});

describe('a command that the tool waited for no longer', (it) => {
  it('is told with what it had come to', () => {
    const { exitCode: _, ...late } = ran(
      'vercel --prod',
      'Command timed out after 2m 0.0s Vercel CLI\nReady: https://a.b',
    );
    assert.equal(recent([{ ...late, result: 'failed' }]).map(describeCommand), [
      'vercel --prod → result not recorded: timed out after 2m 0.0s, last printed: Ready: https://a.b',
    ]);
  });
});

describe('results of commands', (it) => {
  const resultOf = (call: ToolCall) => recent([ran('true', 'x'), call]).at(-1)?.result;

  it('are the first lines that say something, with their number where some are left out', () => {
    const found = Array.from({ length: 30 }, (_, at) => `src/part-${at}.ts:${at}: export const limit`).join('\n');
    assert.is(resultOf(ran('tool list --json', '[]')), '[]');
    assert.is(resultOf(ran('grep -c limit src/a.ts', '12')), '12');
    assert.match(
      resultOf(ran('grep -rn limit src', found)) ?? '',
      /^src\/part-0\.ts:0: export const limit · .* … \(30 lines\)$/,
    );
    assert.is(resultOf(ran('tool doctor', '╭────╮\n│ Branches: fine │\n╰────╯\n\n████ 80%')), 'Branches: fine');
  });

  it('are told without what curl draws while it loads', () => {
    const head = '  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current';
    const meter = '  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0';
    const done = '100    34  100    34    0     0   1200      0 --:--:-- --:--:-- --:--:--  1259';
    const drawn = `${head}\n                                 Dload  Upload   Total   Spent    Left  Speed\n\r${meter}\r${done}`;
    assert.is(
      resultOf(ran('curl http://localhost:8080/a 2>&1', `${drawn}\n404 page not found\n`)),
      '404 page not found',
    );
  });

  it('name each part that has a heading', () => {
    const printed = '=== Locales ===\n38\n=== Old file ===\nMISSING\n=== Uses ===\n';
    assert.is(
      resultOf(ran('echo "=== Locales ===" && ls a | wc -l', printed)),
      'Locales: 38; Old file: MISSING; Uses: nothing',
    );
  });

  it('stand in the order in which they were printed', () => {
    const log = '111111 a\n222222 mend the failure\n333333 b';
    assert.is(resultOf(ran('git log --oneline', log)), '111111 a · 222222 mend the failure · 333333 b');
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at} of what was read there`);
    const red = ran('rg x | sort', [...lines, 'fatal: no such disk', 'end'].join('\n'), 2);
    assert.match(resultOf(red) ?? '', /^line 0 .* … fatal: no such disk … \(32 lines\)$/);
  });

  it('are told of none where several printed them together', () => {
    const both = 'what two commands printed, nobody knows which of them';
    assert.equal(
      recent([ran('tool one', both), ran('tool two', both), ran('tool three', 'short')]).map(({ result }) => result),
      [undefined, undefined, 'short'],
    );
  });

  it('stand behind the command, without a step into a directory', () => {
    const told = recent([ran('cd /work/other/tree\ngh pr list', '#1 open'), ran('cd /work/other && git diff')]);
    assert.equal(told, [
      { command: 'gh pr list', exit: 0, result: '#1 open' },
      { command: 'git diff', exit: 0 },
    ]);
  });

  it('say of a search that it found nothing', () => {
    assert.is(resultOf(ran('git ls-tree other', '')), 'no output');
    assert.is(resultOf(ran('rg -n gone src', '', 1)), 'no output');
    assert.is(resultOf(ran('mkdir out', '')), undefined);
    assert.is(resultOf(ran('find src > list.txt', '')), undefined);
  });

  it('are not given for what stands elsewhere', () => {
    assert.is(resultOf(ran('cat src/a.ts', 'const a = 1;')), undefined);
    assert.is(resultOf(ran('git diff', 'diff --git a/a.ts b/a.ts\n@@ -1 +1 @@')), undefined);
    assert.is(resultOf(ran('npm test', '12 passed')), undefined);
    assert.is(resultOf(ran('git commit -m x', '[main 1234567] x')), undefined);
    assert.is(resultOf(ran('tool reset --help', 'Deletes all.\nUsage:\n  tool reset')), undefined);
  });

  it('are given for a check of which only some is seen', () => {
    assert.is(resultOf(ran('npx eslint src | grep no-unused | wc -l', '4')), '4');
  });

  it('belong to the last turn that ran something, the newest dozen of it', () => {
    const turns = [
      turnOf('One', ran('tool one', 'first'), 'Done.'),
      turnOf('Two', ...Array.from({ length: 15 }, (_, at) => ran(`tool two ${at}`, `${at}`)), 'Done.'),
      turnOf('Three', 'Only words.'),
    ];
    const results = findRecentCommands(viewSession(sessionOf(turns))).flatMap(({ result }) => result ?? []);
    assert.equal(results, ['3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14']);
  });

  it('prefer what was measured under headings', () => {
    const measured = ran('echo "== Size ==" && du -s a', '== Size ==\n12\n== Age ==\n3');
    const looks = Array.from({ length: 20 }, (_, at) => ran(`grep -c x src/${at}`, '1'));
    assert.is(recent([measured, ...looks])[0]?.result, 'Size: 12; Age: 3');
  });

  it('do not repeat the file of each line, and count no lines of an output that was cut', () => {
    assert.is(
      resultOf(ran('grep -n a src -r', 'src/a.ts:1: a\nsrc/a.ts:4: b\nsrc/b.ts:2: c')),
      'src/a.ts:1: a · 4: b · src/b.ts:2: c',
    );
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at} of the list`);
    assert.match(
      resultOf(ran('tool list', lines.toSpliced(20, 0, '… [900 characters cut] …').join('\n'))) ?? '',
      /of the list …$/,
    );
  });

  it('stay before older commands that tell nothing', () => {
    const turns = [
      turnOf('One', ...Array.from({ length: 20 }, (_, at) => ran(`make step-${at}`)), 'Done.'),
      turnOf('Two', ...Array.from({ length: 9 }, (_, at) => ran(`grep -c x src/${at}`, '1')), 'Done.'),
    ];
    assert.is(findRecentCommands(viewSession(sessionOf(turns))).filter(({ result }) => result === '1').length, 9);
  });
});
