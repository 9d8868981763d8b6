import { mkdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { type McpClient, withMcp } from '../support/mcp-client.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

interface Spoken {
  readonly code: number;
  readonly stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: messages of the protocol, looked at one by one.
  readonly messages: readonly any[];
}

const hello = [
  {
    jsonrpc: '2.0',
    id: 'hello',
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];

type Lines = readonly (object | string)[];

const written = (lines: Lines) =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

function spoken({ status, stdout, stderr }: CliRun): Spoken {
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { code: status, stderr, messages: lines.map((line) => JSON.parse(line)) };
}

/** Writes lines to the server, closes its input at once, and reads what it said until it ended. */
async function speak(repo: TestRepo, lines: Lines): Promise<Spoken> {
  return spoken(await runMain(repo, ['mcp'], { input: written(lines) }));
}

/** The same with the shipped server. */
function speakToProcess(repo: TestRepo, lines: Lines): Spoken {
  return spoken(runCli(repo, ['mcp'], { input: written(lines) }));
}

const callOf = (id: number, name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, _meta: { progressToken: `of ${id}` } },
});

const answersOf = (messages: Spoken['messages']) => messages.filter((message) => !('method' in message));

describe('the MCP server', (it) => {
  it('says when the repository was deleted under it, and goes on when there is another one', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ call }) => {
        assert.is((await call('store_checkpoint', { summary: 'One' })).isError, false);
        rmSync(repo.root, { recursive: true });
        const gone = await call('list_checkpoints');
        assert.ok(gone.isError);
        assert.match(gone.text, `there is no directory '${repo.root}'`);
        mkdirSync(repo.root);
        repo.git('init', '-q');
        assert.equal((await call('list_checkpoints')).data, { checkpoints: [] });
      }),
    ));

  it('answers what it was asked before its input closed, ends with 0 and says nothing else', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const { code, stderr, messages } = speakToProcess(repo, [
        ...hello,
        callOf(1, 'store_checkpoint', { summary: 'One' }),
      ]);
      assert.is(code, 0);
      assert.is(stderr, '');
      assert.equal(
        answersOf(messages).map(({ id }) => id),
        ['hello', 1],
      );
      assert.is(answersOf(messages)[1].result.structuredContent.number, 1);
      assert.ok(messages.some(({ method }) => method === 'notifications/resources/list_changed'));
      assert.is(repo.git('log', '-1', '--format=%s', 'refs/checkpoints/1'), 'One');
    }));

  it('ends with 0 when its input closes before a word', () =>
    withRepo(async (repo) => {
      assert.equal(await speak(repo, []), { code: 0, stderr: '', messages: [] });
    }));

  it('answers unknown methods with -32601, before and after the handshake', () =>
    withRepo(async (repo) => {
      const discover = { jsonrpc: '2.0', id: 'probe', method: 'server/discover', params: {} };
      const { messages } = await speak(repo, [discover, ...hello, { jsonrpc: '2.0', id: 2, method: 'no/such' }]);
      assert.is(messages.find(({ id }) => id === 'probe').error.code, -32601);
      assert.is(messages.find(({ id }) => id === 2).error.code, -32601);
    }));

  it('answers what is no message with an error and goes on', () =>
    withRepo(async (repo) => {
      const { code, messages } = await speak(repo, [
        'no JSON',
        '',
        { id: 7, hello: 'there' },
        'x'.repeat(33 * 1024 * 1024),
        ...hello,
        { jsonrpc: '2.0', id: 8, method: 'ping' },
      ]);
      assert.is(code, 0);
      assert.is(messages[0].error.code, -32700);
      assert.is(messages[1].error.code, -32600);
      assert.is(messages[1].id, 7);
      assert.match(messages[2].error.message, /longer than/);
      assert.equal(messages.at(-1), { result: {}, jsonrpc: '2.0', id: 8 });
    }));

  it('answers parameters of another form with -32602 and what was expected', () =>
    withRepo(async (repo) => {
      const called = (id: number, args: unknown) =>
        ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'list_checkpoints', arguments: args } }) as const;
      const { code, messages } = await speak(repo, [
        ...hello,
        called(1, [5]),
        called(2, 'limit=5'),
        called(3, null),
        { jsonrpc: '2.0', id: 4, method: 'tools/call' },
        { jsonrpc: '2.0', id: 5, method: 'resources/read', params: { url: 'checkpoint://1' } },
        called(6, { limit: 5 }),
      ]);
      assert.is(code, 0);
      const errors = [1, 2, 3, 4, 5].map((id) => messages.find((message) => message.id === id).error);
      assert.equal(errors, [
        { code: -32602, message: 'tools/call: params.arguments: expected object, received array' },
        { code: -32602, message: 'tools/call: params.arguments: expected object, received string' },
        { code: -32602, message: 'tools/call: params.arguments: expected object, received null' },
        { code: -32602, message: 'tools/call: params: expected object, received undefined' },
        { code: -32602, message: 'resources/read: params.uri: expected string, received undefined' },
      ]);
      assert.equal(messages.find(({ id }) => id === 6).result.structuredContent, { checkpoints: [] });
    }));

  it('takes a save back that is cancelled before it began', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const { code, messages } = await speak(repo, [
        ...hello,
        callOf(1, 'store_checkpoint'),
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'changed my mind' } },
        { jsonrpc: '2.0', id: 2, method: 'ping' },
      ]);
      assert.is(code, 0);
      assert.equal(
        answersOf(messages).map(({ id }) => id),
        ['hello', 2],
      );
      assert.is(repo.git('for-each-ref', 'refs/checkpoints'), '');
    }));

  it('tells progress to a client that asks for it', () =>
    withRepo(async (repo) => {
      const { messages } = await speak(repo, [...hello, callOf(1, 'list_checkpoints')]);
      const told = messages.find(({ method }) => method === 'notifications/progress');
      assert.equal(told.params, { progressToken: 'of 1', progress: 0, message: 'Listing checkpoints' });
    }));

  it('says in at most 2 KB when to use what', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ client }) => {
        const text = client.getInstructions() ?? '';
        assert.ok(Buffer.byteLength(text) <= 2048, `${Buffer.byteLength(text)} bytes`);
        for (const { name } of (await client.listTools()).tools) {
          if (name.startsWith('checkpoint_') && name !== 'checkpoint_configure') continue;
          assert.ok(text.includes(name), name);
        }
      }),
    ));

  it('works in the first root that is a repository, else in CLAUDE_PROJECT_DIR, else where it was started', () =>
    withRepo(async (repo) => {
      const elsewhere = join(repo.home, 'elsewhere');
      mkdirSync(elsewhere);
      mkdirSync(join(repo.root, 'sub'));
      await checkpoint(repo, '-m', 'Here');
      const finds = async (options: Parameters<typeof withMcp>[2]) =>
        withMcp(
          repo,
          async ({ call }) => {
            const { data, text } = await call('get_latest_checkpoint');
            assert.is(data?.checkpoint?.summary, 'Here', text);
          },
          options,
        );
      await finds({ cwd: join(repo.root, 'sub') });
      await finds({ cwd: elsewhere, env: { CLAUDE_PROJECT_DIR: repo.root } });
      await finds({ cwd: elsewhere, roots: [elsewhere, repo.root] });
      await finds({ cwd: elsewhere, roots: [], env: { CLAUDE_PROJECT_DIR: repo.root } });
    }));

  it('shares in the background from the repository that it works in, not from where it was started', () =>
    withRepo(async (repo) => {
      const elsewhere = join(repo.home, 'elsewhere');
      const shared = join(repo.home, 'shared.git');
      mkdirSync(elsewhere);
      repo.git('init', '--quiet', '--bare', shared);
      repo.git('remote', 'add', 'origin', shared);
      repo.git('config', '--global', 'checkpoint.remote', 'origin');
      repo.git('config', '--global', 'checkpoint.autoSync', 'true');
      repo.write('a.txt', 'one\n');
      const store = async ({ call }: McpClient) => void (await call('store_checkpoint', { summary: 'Shared' }));
      await withMcp(repo, store, { cwd: elsewhere, roots: [repo.root] });
      for (let tries = 0; repo.git('ls-remote', 'origin', 'refs/checkpoints/1') === ''; tries += 1) {
        assert.ok(tries < 100, 'nothing was shared');
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }));

  it('says with every tool that there is no repository, and what to do', () =>
    withRepo(async (repo) => {
      const elsewhere = join(repo.home, 'elsewhere');
      mkdirSync(elsewhere);
      const needed: Record<string, object> = {
        get_checkpoint: { id: 1 },
        get_conversation: { id: 1 },
        fork_checkpoint: { id: 1, branch: 'idea' },
        restore_checkpoint: { id: 1 },
        search_checkpoints: { query: 'x' },
      };
      await withMcp(
        repo,
        async ({ client, call }) => {
          for (const { name } of (await client.listTools()).tools) {
            const { isError, text } = await call(name, { ...needed[name] });
            assert.ok(isError, name);
            assert.match(text, /not a git repository: .*elsewhere/);
            assert.match(text, /git init/);
            assert.match(text, /CLAUDE_PROJECT_DIR/);
          }
          assert.equal((await client.listResources()).resources, []);
        },
        { cwd: elsewhere },
      );
    }));

  it('keeps calls at once apart, from one client and from two', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const speaking = async (one: McpClient, other: McpClient) => {
        const calls = [one, other, one, other, one, other, one, other].map((client, at) =>
          client.call('store_checkpoint', { summary: `Number ${at}` }),
        );
        const answers = await Promise.all(calls);
        const numbers = answers.map(({ data, text }) => data?.number ?? text).sort();
        assert.equal(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
        for (const { data } of answers) {
          assert.is(repo.git('log', '-1', '--format=%s', `refs/checkpoints/${data.number}`), data.summary);
        }
      };
      const shipped = { process: true };
      await withMcp(repo, (one) => withMcp(repo, (other) => speaking(one, other), shipped), shipped);
    }));

  it('reads on beside a restore that was cut off and cannot be ended', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, '-m', 'One');
      const journal = { version: 99, holder: { pid: 1, start: 'gone', host: hostname() } };
      repo.write('.git/git-checkpoint/restore.json', JSON.stringify(journal));
      const { code, stderr, messages } = await speak(repo, [...hello, callOf(1, 'list_checkpoints')]);
      assert.is(code, 0);
      assert.is(answersOf(messages)[1].result.structuredContent.checkpoints.length, 1);
      assert.match(stderr, /^git-checkpoint: /);
    }));

  it('goes by settings that change while it runs', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ call }) => {
        const threshold = async () => (await call('checkpoint_configure')).data.config.checkpoint_threshold_percent;
        assert.is(await threshold(), 70);
        repo.git('config', 'checkpoint.thresholdPercent', '90');
        assert.is(await threshold(), 90);
      }),
    ));
});
