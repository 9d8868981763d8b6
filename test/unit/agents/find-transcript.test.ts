import { createHash } from 'node:crypto';
import { mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import type { TranscriptSearch } from '../../../src/agents/agent.ts';
import { findTranscript } from '../../../src/agents/find-transcript.ts';
import { readSession } from '../../../src/agents/read-session.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

const ID = '11111111-1111-4111-8111-111111111111';

/** Writes a file whose age is given in minutes. */
async function put(path: string, text: string, age = 0): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  const time = 1_767_225_600 - age * 60;
  await utimes(path, time, time);
  return path;
}

function rollout(cwd: string, source: unknown = 'cli'): string {
  const payload = { id: ID, timestamp: 'x', cwd, originator: 'codex', cli_version: '0.166.0', source };
  return `${JSON.stringify({ timestamp: 'x', type: 'session_meta', payload })}\n`;
}

const finderOf = (agent: string) => (search: TranscriptSearch) => findTranscript({ ...search, agent });

describe('finding the transcript of Claude Code', (it) => {
  it('takes the newest of this directory, and no subagent', async () => {
    await withFolder(async (home) => {
      const project = join(home, '.claude', 'projects', '-srv-my-app-1-x');
      await put(join(project, 'old.jsonl'), '', 20);
      const newest = await put(join(project, 'new.jsonl'), '', 10);
      await put(join(project, 'agent-1.jsonl'), '', 1);
      await put(join(home, '.claude', 'projects', '-srv-other', 'newer.jsonl'), '', 0);
      const found = await findTranscript({ agent: 'claude-code', cwd: '/srv/my_app.1/x', env: {}, home });
      assert.is(found?.path, newest);
    });
  });

  it('takes the session that the environment or the caller names, wherever it began', async () => {
    await withFolder(async (home) => {
      const project = join(home, '.claude', 'projects');
      await put(join(project, '-srv-app', 'newest.jsonl'), '', 0);
      const here = await put(join(project, '-srv-app', `${ID}.jsonl`), '', 9);
      const elsewhere = await put(join(project, '-srv-lib', 'moved.jsonl'), '', 9);
      const env = { CLAUDE_CODE_SESSION_ID: ID };
      assert.is((await findTranscript({ cwd: '/srv/app', env, home }))?.path, here);
      assert.is((await findTranscript({ cwd: '/srv/app', env: {}, home, sessionId: 'moved' }))?.path, elsewhere);
      assert.is(await findTranscript({ cwd: '/srv/app', env: {}, home, sessionId: '../-srv-app/nothing' }), undefined);
    });
  });

  it('looks where the configuration was moved to', async () => {
    await withFolder(async (home) => {
      const env = { CLAUDE_CONFIG_DIR: join(home, 'elsewhere') };
      const path = await put(join(home, 'elsewhere', 'projects', '-srv-app', 'one.jsonl'), '');
      assert.is((await findTranscript({ agent: 'claude', cwd: '/srv/app', env, home }))?.path, path);
      const named = await put(join(home, 'elsewhere', 'projects', 'mine', 'two.jsonl'), '', -5);
      const both = { ...env, CLAUDE_CODE_PROJECT_DIR_NAME: 'mine' };
      assert.is((await findTranscript({ agent: 'claude', cwd: '/srv/app', env: both, home }))?.path, named);
    });
  });

  it('knows the cut name of a very long path', async () => {
    await withFolder(async (home) => {
      const cwd = `/srv/${'deep/'.repeat(60)}end`;
      const slug = `${cwd.replace(/[^a-zA-Z0-9]/g, '-').slice(0, 200)}-abc123`;
      const path = await put(join(home, '.claude', 'projects', slug, 'one.jsonl'), '');
      assert.is((await findTranscript({ agent: 'claude-code', cwd, env: {}, home }))?.path, path);
    });
  });

  it('finds a session that began above, up to the top of the working tree', async () => {
    await withFolder(async (home) => {
      const path = await put(join(home, '.claude', 'projects', '-srv-app', 'one.jsonl'), '');
      const search = { agent: 'claude-code', cwd: '/srv/app/src/deep', env: {}, home };
      assert.is((await findTranscript({ ...search, root: '/srv/app' }))?.path, path);
      assert.is(await findTranscript({ ...search, root: '/srv/app/src' }), undefined);
      assert.is(await findTranscript(search), undefined);
    });
  });

  it('finds a session by the real path of a linked directory', async () => {
    await withFolder(async (home) => {
      await mkdir(join(home, 'real'));
      await symlink(join(home, 'real'), join(home, 'link'));
      const slug = join(home, 'real').replace(/[^a-zA-Z0-9]/g, '-');
      const path = await put(join(home, '.claude', 'projects', slug, 'one.jsonl'), '');
      assert.is((await findTranscript({ agent: 'claude-code', cwd: join(home, 'link'), env: {}, home }))?.path, path);
    });
  });
});

describe('finding the transcript of Codex', (it) => {
  it('takes the newest that began in this directory, and no subagent', async () => {
    await withFolder(async (home) => {
      const day = join(home, '.codex', 'sessions', '2026', '03', '01');
      const resumed = await put(join(day, 'rollout-2026-03-01T09-00-00-a.jsonl'), rollout('/srv/app'), 5);
      await put(join(day, 'rollout-2026-03-01T10-00-00-b.jsonl'), rollout('/srv/app'), 8);
      await put(join(day, 'rollout-2026-03-01T11-00-00-c.jsonl'), rollout('/srv/app', { subagent: {} }), 1);
      await put(join(day, 'rollout-2026-03-01T12-00-00-d.jsonl'), rollout('/srv/lib'), 0);
      assert.is((await findTranscript({ agent: 'codex', cwd: '/srv/app', env: {}, home }))?.path, resumed);
    });
  });

  it('takes the session by its id, and looks where CODEX_HOME says', async () => {
    await withFolder(async (home) => {
      const day = join(home, 'cx', 'sessions', '2026', '03', '02');
      const path = await put(join(day, `rollout-2026-03-02T09-00-00-${ID}.jsonl`), rollout('/srv/lib'));
      const search = { agent: 'codex', cwd: '/srv/app', env: { CODEX_HOME: join(home, 'cx') }, home };
      assert.is((await findTranscript({ ...search, sessionId: ID }))?.path, path);
      assert.is(await findTranscript(search), undefined);
    });
  });
});

describe('finding the transcript of Gemini CLI', (it) => {
  it('takes the newest of the project, by its hash or by the name in the registry', async () => {
    await withFolder(async (home) => {
      const hash = createHash('sha256').update('/srv/app').digest('hex');
      const tmp = join(home, '.gemini', 'tmp');
      const old = await put(join(tmp, hash, 'chats', 'session-2026-01-01T00-00-aaaaaaaa.json'), '{}', 9);
      await put(join(tmp, 'lib', 'chats', 'session-2026-01-01T00-00-bbbbbbbb.jsonl'), '', 0);
      const search = { agent: 'gemini-cli', cwd: '/srv/app', env: {}, home };
      assert.is((await findTranscript(search))?.path, old);
      await put(join(home, '.gemini', 'projects.json'), JSON.stringify({ projects: { '/srv/app': 'app' } }));
      const path = await put(join(tmp, 'app', 'chats', 'session-2026-02-01T00-00-11111111.jsonl'), '', 5);
      assert.is((await findTranscript(search))?.path, path);
      assert.is((await findTranscript({ ...search, cwd: '/srv/other', sessionId: ID }))?.path, path);
    });
  });

  it('takes a recording that names the project when there is no registry', async () => {
    await withFolder(async (home) => {
      const projectHash = createHash('sha256').update('/srv/app').digest('hex');
      const chats = join(home, '.gemini', 'tmp', 'app-1', 'chats');
      const path = await put(join(chats, 'session-a.jsonl'), JSON.stringify({ sessionId: 's', projectHash }), 5);
      await put(join(chats, 'session-b.jsonl'), JSON.stringify({ sessionId: 's', projectHash: 'other' }), 1);
      assert.is((await findTranscript({ agent: 'gemini', cwd: '/srv/app', env: {}, home }))?.path, path);
    });
  });
});

describe('finding the transcript of any agent', (it) => {
  it('takes the agent that the environment shows, else the newest of all', async () => {
    await withFolder(async (home) => {
      const claude = await put(join(home, '.claude', 'projects', '-srv-app', 'one.jsonl'), '', 9);
      const day = join(home, '.codex', 'sessions', '2026', '03', '01');
      const codex = await put(join(day, 'rollout-a.jsonl'), rollout('/srv/app'), 1);
      assert.equal(
        await findTranscript({ cwd: '/srv/app', env: { CLAUDECODE: '1' }, home }).then((one) => one?.path),
        claude,
      );
      const newest = await findTranscript({ cwd: '/srv/app', env: {}, home });
      assert.is(newest?.path, codex);
      assert.is(newest?.agent, 'codex');
    });
  });

  it('finds nothing where there is nothing', async () => {
    await withFolder(async (home) => {
      assert.is(await findTranscript({ cwd: '/srv/app', env: {}, home }), undefined);
    });
  });
});

describe('sessions of OpenCode', (it) => {
  it('are found by their id, or as the newest of the directory', () =>
    withFolder(async (home) => {
      const folder = join(home, '.local', 'state', 'git-checkpoint', 'sessions', 'opencode');
      await mkdir(folder, { recursive: true });
      const put = (id: string, directory: string) =>
        writeFile(
          join(folder, `${id}.jsonl`),
          `${JSON.stringify({ type: 'session', client: 'opencode', info: { id, directory } })}\n`,
        );
      await put('ses_here', '/srv/demo/project');
      await put('ses_elsewhere', '/srv/demo/other');
      const search = { cwd: '/srv/demo/project', home };
      const find = finderOf('opencode');
      assert.is((await find({ ...search, env: {} }))?.path, join(folder, 'ses_here.jsonl'));
      const env = { OPENCODE_SESSION_ID: 'ses_elsewhere' };
      assert.is((await find({ ...search, env }))?.path, join(folder, 'ses_elsewhere.jsonl'));
      assert.is(await find({ ...search, env: { OPENCODE_SESSION_ID: 'ses_gone' } }), undefined);
    }));
});

describe('the database of OpenCode', (it) => {
  const sqlite = process.getBuiltinModule?.('node:sqlite') as unknown as
    | { DatabaseSync: new (path: string) => { exec(words: string): void; close(): void } }
    | undefined;
  const updated = Date.UTC(2026, 0, 2);
  const words = `
    create table session (id, parent_id, directory, title, version, time_created, time_updated);
    create table message (id, session_id, time_created, data);
    create table part (id, message_id, session_id, data);
    create table todo (session_id, content, status, priority, position);
    insert into session values
      ('ses_old', null, '/srv/demo/project', 'Old', '1.18.33', ${updated - 9}, ${updated - 5}),
      ('ses_new', null, '/srv/demo/project', 'New', '1.18.33', ${updated - 9}, ${updated}),
      ('ses_sub', 'ses_new', '/srv/demo/project', 'Sub', '1.18.33', ${updated - 9}, ${updated + 5});
    insert into message values ('msg_1', 'ses_new', ${updated}, '{"role":"user","time":{"created":${updated}}}');
    insert into part values ('prt_1', 'msg_1', 'ses_new', '{"type":"text","text":"Write a greeting module"}');
    insert into todo values ('ses_new', 'Add a test', 'pending', 'high', 0);`;

  it('is read where this Node can, and gives the newest session of the directory as old as it is', () =>
    withFolder(async (home) => {
      const folder = join(home, '.local', 'share', 'opencode');
      await mkdir(folder, { recursive: true });
      const find = () => findTranscript({ agent: 'opencode', cwd: '/srv/demo/project', home, env: {} });
      await writeFile(join(folder, 'opencode.db'), 'no database');
      assert.is(await find(), undefined);
      if (sqlite === undefined) return;
      await rm(join(folder, 'opencode.db'));
      const database = new sqlite.DatabaseSync(join(folder, 'opencode.db'));
      database.exec(words);
      database.close();
      const found = await find();
      assert.is(found?.modified, updated);
      const { session } = await readSession({ path: found?.path ?? '' });
      assert.equal([session.agent, session.id, session.cwd], ['opencode', 'ses_new', '/srv/demo/project']);
      assert.equal(
        session.turns.map(({ prompt }) => prompt),
        ['Write a greeting module'],
      );
      assert.equal(session.todos, [{ text: 'Add a test', status: 'pending' }]);
      assert.is((await find())?.path, found?.path);
    }));
});

describe('sessions of Pi', (it) => {
  it('are found by their id in any directory, or as the newest of the directory', () =>
    withFolder(async (home) => {
      const sessions = join(home, '.pi', 'agent', 'sessions');
      const put = async (folder: string, id: string) => {
        await mkdir(join(sessions, folder), { recursive: true });
        const path = join(sessions, folder, `2026-11-17T07-20-05-194Z_${id}.jsonl`);
        await writeFile(path, '{"type":"session","version":3}\n');
        return path;
      };
      const here = await put('--srv-demo-project--', 'here');
      const elsewhere = await put('--srv-demo-other--', 'elsewhere');
      const search = { cwd: '/srv/demo/project', home };
      const find = finderOf('pi');
      assert.is((await find({ ...search, env: {} }))?.path, here);
      assert.is((await find({ ...search, env: {}, sessionId: 'elsewhere' }))?.path, elsewhere);
      assert.is((await find({ ...search, env: { PI_SESSION_ID: 'elsewhere' } }))?.path, elsewhere);
      assert.is((await find({ ...search, env: { PI_SESSION_FILE: elsewhere } }))?.path, elsewhere);
      assert.is(await find({ ...search, env: { PI_SESSION_ID: 'gone', PI_SESSION_FILE: elsewhere } }), undefined);
    }));
});

describe('sessions of Cline', (it) => {
  it('are found by their id, or as the newest that works in the directory', () =>
    withFolder(async (home) => {
      const sessions = join(home, '.cline', 'data', 'sessions');
      const put = async (id: string, cwd: string) => {
        await mkdir(join(sessions, id), { recursive: true });
        await writeFile(join(sessions, id, `${id}.json`), JSON.stringify({ session_id: id, cwd }));
        await writeFile(join(sessions, id, `${id}.messages.json`), '{"version":1}');
        return join(sessions, id, `${id}.messages.json`);
      };
      const here = await put('1_here', '/srv/demo/project');
      const elsewhere = await put('2_elsewhere', '/srv/demo/other');
      const search = { cwd: '/srv/demo/project', home, env: {} };
      const find = finderOf('cline');
      assert.is((await find(search))?.path, here);
      assert.is((await find({ ...search, sessionId: '2_elsewhere' }))?.path, elsewhere);
      assert.is(await find({ ...search, sessionId: 'gone' }), undefined);
      assert.is(await find({ ...search, cwd: '/srv/demo/nowhere' }), undefined);
    }));
});
