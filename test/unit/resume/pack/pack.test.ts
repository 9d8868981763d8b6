import * as assert from 'uvu/assert';
import type { RecentCommand } from '../../../../src/core/note.ts';
import { buildPack } from '../../../../src/resume/pack/pack.ts';
import type { PackInput } from '../../../../src/resume/pack/pack-input.ts';
import { isSideFile } from '../../../../src/resume/pack/side-file.ts';
import { packSituations } from '../../../support/pack-situations.ts';
import { sampleCheckpoint, sampleNote } from '../../../support/sample-checkpoint.ts';
import { describe } from '../../../support/suite.ts';

const now = new Date('2026-01-02T03:04:05Z');
const roomy = { tokens: 5000, chars: 10_000 };

function situation(name: string): PackInput {
  const found = packSituations().find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no situation ${name}`);
  return found.input;
}

function bigFiles(count: number): PackInput['files'] {
  const after = Array.from(
    { length: 120 },
    (_, line) => `export function step${line}(value: number) { return value + ${line}; }`,
  ).join('\n');
  return Array.from({ length: count }, (_, index) => ({
    path: `src/part-${index}.ts`,
    status: 'added',
    after,
    binary: false,
    size: after.length,
    added: 120,
    removed: 0,
  }));
}

describe('buildPack', (it) => {
  it('begins with the headline and ends with the way to see more', () => {
    const { text } = buildPack(situation('middle-of-a-feature'), roomy);
    assert.ok(text.startsWith('Resumed from checkpoint: Implemented auth middleware (saved 2 hours ago)\n'));
    assert.match(text.trimEnd().split('\n').at(-1) ?? '', /git checkpoint show 42 -- PATH.*get_checkpoint/);
  });

  it('keeps problem, intent, task, decisions, state and next actions when there is hardly room', () => {
    for (const tokens of [1000, 600, 300]) {
      const { text } = buildPack(situation('middle-of-a-feature'), { tokens, chars: 10_000 });
      assert.match(text, 'Resumed from checkpoint: ');
      for (const part of ['Current task:', 'Intent: ', 'Problem: ', 'Next actions:', 'Decisions:', 'Current state:'])
        assert.match(text, part, `${tokens} tokens`);
      assert.match(text, 'Make the expiry test pass');
      assert.match(text, 'In src/auth/middleware.ts, catch');
      assert.match(text, /Left out: /);
      assert.match(text, 'git checkpoint show 42');
    }
  });

  it('shows the files that the next actions name before others', () => {
    const note = sampleNote({}, { next_actions: ['Finish src/part-7.ts.'] });
    const input: PackInput = { checkpoint: sampleCheckpoint(note), now, files: bigFiles(9), format: 'text' };
    const { sections } = buildPack(input, roomy);
    const shown = sections
      .filter(({ name, level }) => name.startsWith('src/') && level !== 'left out')
      .map(({ name }) => name);
    assert.is(shown[0], 'src/part-7.ts');
  });

  it('explains every part: its level, what it cost and what is missing', () => {
    const { sections, tokens } = buildPack(situation('months-of-work'), { tokens: 2500, chars: 10_000 });
    assert.ok(sections.reduce((sum, section) => sum + section.tokens, 0) <= tokens + sections.length);
    const decisions = sections.find(({ section }) => section === 'decisions');
    assert.is(decisions?.level, '40 of 70');
    assert.is(decisions?.leftOut, '30 not shown');
    assert.ok(sections.some(({ name, level }) => name === 'migrations/0009-table-9.sql' && level === 'left out'));
  });

  it('shows a small change before larger ones and before many findings', () => {
    const before = Array.from({ length: 60 }, (_, at) => `export const value${at} = ${at};`).join('\n');
    const after = before.replace('= 7;', '= 70;');
    const small = { path: 'src/clock.ts', status: 'modified', binary: false, before, after } as const;
    const findings = Array.from({ length: 60 }, (_, at) => `Finding ${at} is told in a sentence that is long enough.`);
    const note = sampleNote({}, { findings });
    const input: PackInput = {
      checkpoint: sampleCheckpoint(note),
      now,
      files: [...bigFiles(6), small],
      format: 'text',
    };
    const { sections } = buildPack(input, { tokens: 1500, chars: 4000 });
    assert.is(sections.find(({ name }) => name === 'src/clock.ts')?.level, 'changes');
  });

  it('shows a change of the code before the number of a new version', () => {
    const manifest = (version: string) => `[project]\nname = "clock"\nversion = "${version}"\n`;
    const bump = { before: manifest('0.14.0'), after: manifest('0.16.0') };
    const code = { before: 'let a = 1;\n', after: `let a = 1;\n${'let other = a;\n'.repeat(40)}` };
    const files = [
      { path: 'project.toml', status: 'modified', binary: false, ...bump },
      { path: 'src/clock.ts', status: 'modified', binary: false, ...code },
    ] as const;
    const input = { checkpoint: sampleCheckpoint(sampleNote()), now, files, format: 'text' } as const;
    const { sections } = buildPack(input, { tokens: 5000, chars: 1200 });
    assert.is(sections.find(({ name }) => name === 'project.toml')?.level, 'left out');
    assert.is(sections.find(({ name }) => name === 'src/clock.ts')?.level, 'changes');
  });

  it('shows a change of the code before what tells of it or tests it', () => {
    const lines = (count: number) => ({ before: 'first\n', after: `first\n${'another line of it\n'.repeat(count)}` });
    const files = [
      { path: 'README.md', status: 'modified', binary: false, ...lines(60) },
      { path: 'test/clock_test.go', status: 'modified', binary: false, ...lines(60) },
      { path: 'clock.go', status: 'modified', binary: false, ...lines(80) },
    ] as const;
    const input = { checkpoint: sampleCheckpoint(sampleNote()), now, files, format: 'text' } as const;
    const { sections } = buildPack(input, { tokens: 5000, chars: 2600 });
    const levelOf = (path: string) => sections.find(({ name }) => name === path)?.level;
    assert.equal(['README.md', 'test/clock_test.go', 'clock.go'].map(levelOf), ['left out', 'left out', 'changes']);
  });

  it('takes lock files, style sheets and what git ignores for less than code', () => {
    for (const path of ['yarn.lock', 'web/package-lock.json', '.gitignore', 'src/page.css'])
      assert.ok(isSideFile(path), path);
    for (const path of ['src/clock.ts', 'src/lock.ts', 'README.md']) assert.not.ok(isSideFile(path), path);
  });

  it('uses most of the budget when there is something to say', () => {
    const note = sampleNote({}, { next_actions: ['Go on.'] });
    const pack = buildPack(
      { checkpoint: sampleCheckpoint(note), now, files: bigFiles(9), format: 'text' },
      { tokens: 5000, chars: 100_000 },
    );
    assert.ok(pack.tokens > 3000, `${pack.tokens}`);
  });

  it('writes JSON that a program can read', () => {
    const { text } = buildPack({ ...situation('middle-of-a-feature'), format: 'json' }, roomy);
    const parsed = JSON.parse(text) as { checkpoint: number; sections: { name: string; entries: string[] }[] };
    assert.is(parsed.checkpoint, 42);
    assert.is(parsed.sections.find(({ name }) => name === 'next_actions')?.entries.length, 3);
  });

  it('spreads over two texts what one cannot hold', () => {
    const note = sampleNote({}, { next_actions: ['Finish src/part-1.ts.'] });
    const input: PackInput = { checkpoint: sampleCheckpoint(note), now, files: bigFiles(3), format: 'text' };
    const limits = { tokens: 20_000, chars: 9000 };
    const [first, second] = [1, 2].map((number) => buildPack({ ...input, part: { number, of: 2 } }, limits).text);
    assert.match(first ?? '', /^Resumed from checkpoint: /);
    assert.match(second ?? '', /^Resumed from checkpoint 42, part 2 of 2\n/);
    assert.match(second ?? '', 'export function step0');
  });

  it('has no second text when one is enough', () => {
    const input: PackInput = { ...situation('rescued'), part: { number: 2, of: 2 } };
    assert.is(buildPack(input, roomy).text, '');
  });

  it('says nothing twice when problem, intent and task are the same', () => {
    const same = 'Make the importer fast.';
    const note = sampleNote({}, { problem: same, session_intent: same, current_task: same });
    const { text } = buildPack({ checkpoint: sampleCheckpoint(note), now, files: [], format: 'text' }, roomy);
    assert.is(text.split(same).length, 2);
  });

  it('says no intent that is part of the task, and no problem of a summary before a later intent', () => {
    const texts = {
      problem: 'Count the lamps.',
      session_intent: 'Hang a lamp',
      current_task: 'Hang a lamp — then: push',
    };
    const evidence = { problem: { by: 'summary' }, session_intent: { by: 'user', turn: 4 } } as const;
    const note = sampleNote({}, { ...texts, evidence });
    const { text } = buildPack({ checkpoint: sampleCheckpoint(note), now, files: [], format: 'text' }, roomy);
    assert.not.match(text, 'Intent: ');
    assert.not.match(text, 'Problem: ');
  });

  it('gives back as much of the headline as fits when nothing else does', () => {
    const { text } = buildPack(situation('rescued'), { tokens: 12, chars: 30 });
    assert.ok(text.startsWith('Resumed from'));
    assert.is(buildPack(situation('rescued'), { tokens: 0, chars: 0 }).text, '');
  });

  it('keeps the last failing command when the others have no room', () => {
    const recent_commands = [
      { command: 'npm test', exit: 1, error: 'TypeError: x is not a function' },
      ...Array.from({ length: 14 }, (_, index) => ({ command: `git log -${index}`, exit: 0 })),
    ];
    const note = sampleNote({ context: { ...sampleNote().context, recent_commands } }, { current_task: 'Fix it.' });
    const { text } = buildPack(
      { checkpoint: sampleCheckpoint(note), now, files: [], format: 'text' },
      { tokens: 220, chars: 10_000 },
    );
    assert.match(text, 'TypeError: x is not a function');
    assert.not.match(text, 'git log -1 ');
  });

  it('tells nothing as a finding that a decision or a next step says', () => {
    const analysis = {
      decisions: ['The store keeps `notes` in one ref.'],
      next_actions: ['Move the reader into `notes.ts`'],
      findings: ['The store keeps `notes` in one ref.', 'Move the reader into notes.ts.', 'The reader holds 4 MB.'],
    };
    const note = sampleNote({}, analysis);
    const { text } = buildPack({ checkpoint: sampleCheckpoint(note), now, files: [], format: 'text' }, roomy);
    assert.is(text.split('The store keeps').length, 2);
    assert.is(text.split('Move the reader').length, 2);
    assert.match(text, '- The reader holds 4 MB.');
  });

  it('tells nothing as a decision that the task says whole', () => {
    const analysis = {
      decisions: ['I need no lamp in the hall.', 'The yard keeps its lamp.'],
      current_task: 'I need no lamp in the hall. The one in the yard is enough.',
    };
    const note = sampleNote({}, analysis);
    const { text } = buildPack({ checkpoint: sampleCheckpoint(note), now, files: [], format: 'text' }, roomy);
    assert.is(text.split('I need no lamp').length, 2);
    assert.match(text, '- The yard keeps its lamp.');
  });

  it('names every file that the session edited in another working tree, however full it is', () => {
    const root = '/home/ada/projects/app.worktrees/merge-signal';
    const edited = Array.from({ length: 16 }, (_, at) => `${root}/packages/core/src/evaluation/part-${at}.ts`);
    const findings = Array.from(
      { length: 40 },
      (_, at) => `Finding ${at}: ${'the reader of notes holds it. '.repeat(7)}`,
    );
    const note = sampleNote({ session_files: { edited, read: [] } }, { findings });
    const { text } = buildPack({ checkpoint: sampleCheckpoint(note), now, files: [], format: 'text' }, roomy);
    for (const path of edited) assert.match(text, path.slice(path.lastIndexOf('/')));
  });

  it('names files that the session edited and that are not among the changes', () => {
    const session_files = { edited: ['src/committed.ts', '/home/ada/notes.md', 'src/part-0.ts'], read: [] };
    const note = sampleNote({ session_files });
    const { text } = buildPack({ checkpoint: sampleCheckpoint(note), now, files: bigFiles(1), format: 'text' }, roomy);
    assert.match(text, '- /home/ada/notes.md (edited in the session)\n- src/committed.ts (edited in the session)');
    assert.not.match(text, 'src/part-0.ts (edited');
  });

  it('says once what is only cut at another place', () => {
    const task = `Rotate the tokens. ${'Each one is used once, and the next is handed out with the answer. '.repeat(4)}`;
    const analysis = { current_task: `${task.slice(0, 250)}…`, session_intent: task, problem: 'Users are logged out.' };
    const checkpoint = sampleCheckpoint(sampleNote({}, analysis));
    const { text } = buildPack({ checkpoint, now, files: [], format: 'text' }, roomy);
    assert.not.match(text, 'Intent: ');
    assert.match(text, 'Problem: Users are logged out.');
    const then = { ...analysis, current_task: `${task.slice(0, 240)}… — then: commit` };
    const again = buildPack(
      { checkpoint: sampleCheckpoint(sampleNote({}, then)), now, files: [], format: 'text' },
      roomy,
    );
    assert.not.match(again.text, 'Intent: ');
  });

  it('names the last failure that no later run settled', () => {
    const older: RecentCommand = { command: 'npm run lint', exit: 1, error: '2 problems' };
    const failed: RecentCommand = { command: 'npm test 2>&1 | tail -40', outcome: 'failed', error: '1 failing' };
    const told = (later: RecentCommand) => {
      const context = { ...sampleNote().context, recent_commands: [older, failed, later] };
      const input = { checkpoint: sampleCheckpoint(sampleNote({ context })), files: [], now, format: 'text' as const };
      return /- Last failure: (npm (?:test|run lint))/.exec(buildPack(input, roomy).text)?.[1];
    };
    assert.is(told({ command: 'npm test | tail -3', outcome: 'ok' }), 'npm run lint');
    assert.is(told({ command: 'CI=1 npm test', exit: 0 }), 'npm run lint');
    assert.is(told({ command: 'npm test -- a.test.ts', exit: 0 }), 'npm test');
  });

  it('tells what commands found out, and of those that only went well just the nearest', () => {
    const long = `echo ${'one after another '.repeat(8)}`;
    const recent_commands: RecentCommand[] = [
      { command: 'npm run first', exit: 0 },
      { command: long, exit: 0, result: 'Locales: 38; Missing: 1' },
      ...Array.from({ length: 5 }, (_, at) => ({ command: `npm run step-${at}`, exit: 0 })),
    ];
    const note = sampleNote({ context: { ...sampleNote().context, recent_commands } });
    const { text } = buildPack({ checkpoint: sampleCheckpoint(note), now, files: [], format: 'text' }, roomy);
    assert.match(text, /echo one after .{60,80}… → ok: Locales: 38; Missing: 1\n/);
    assert.match(
      text,
      '- Went well: npm run step-0 · npm run step-1 · npm run step-2 · npm run step-3 · npm run step-4\n',
    );
    assert.not.match(text, 'npm run first');
  });

  it('marks what an earlier session left', () => {
    const evidence = {
      'current_state.1': { by: 'command', turn: 2, earlier: true },
      'next_actions.0': { by: 'tasks' },
    } as const;
    const current_state = ['Uncommitted: 1 file, +1 -0', 'Tests: `npm test` passed'];
    const note = sampleNote({}, { current_state, next_actions: ['Go on.'], evidence });
    const { text } = buildPack({ checkpoint: sampleCheckpoint(note), now, files: [], format: 'text' }, roomy);
    assert.match(text, '- Uncommitted: 1 file, +1 -0\n- Tests: `npm test` passed (earlier session)\n');
    assert.match(text, '1. Go on.\n');
  });

  it('says how old a finding is', () => {
    const evidence = {
      'findings.0': { by: 'agent', turn: 7, earlier: true },
      'findings.1': { by: 'agent', turn: 2 },
      'findings.2': { by: 'agent', turn: 4 },
      'findings.3': { by: 'agent', turn: 5 },
      current_task: { by: 'user', turn: 5 },
    } as const;
    const findings = ['A holds.', 'B holds.', 'C holds.', 'D holds.'];
    const note = sampleNote({}, { findings, last_exchange: [], evidence });
    const { text } = buildPack({ checkpoint: sampleCheckpoint(note), now, files: [], format: 'text' }, roomy);
    assert.match(text, '- A holds. (earlier session)\n- B holds. (3 turns ago)\n- C holds. (a turn ago)\n- D holds.\n');
  });
});
