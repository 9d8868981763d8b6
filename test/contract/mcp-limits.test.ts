import * as assert from 'uvu/assert';
import { type McpClient, withMcp } from '../support/mcp-client.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

/** Reads page after page and answers what they show together; no page is longer than a client takes. */
async function readAll<Part>(
  { call }: McpClient,
  asked: { readonly tool: string; readonly args: Record<string, unknown> },
  // biome-ignore lint/suspicious/noExplicitAny: each tool answers something else.
  partOf: (data: any) => Part,
): Promise<Part[]> {
  const parts: Part[] = [];
  let offset = 0;
  for (let page = 0; page < 50; page += 1) {
    const { isError, text, data } = await call(asked.tool, { ...asked.args, offset });
    assert.is(isError, false, text.slice(0, 500));
    assert.ok(text.length <= 50_000, `${text.length} characters`);
    parts.push(partOf(data));
    if (data.nextOffset === undefined) return parts;
    assert.ok(data.nextOffset > offset);
    offset = data.nextOffset;
  }
  throw new Error('the pages do not end');
}

describe('long answers over MCP', (it) => {
  it('come in pages that make up the whole text, Chinese and pictures included', () =>
    withRepo(async (repo) => {
      const texts = {
        'long.txt': 'A line of plain words, again and again.\n'.repeat(2000),
        'chinese.txt': '检查点保存工作树。'.repeat(3000),
        'pictures.txt': '🚪🔑'.repeat(6000),
        'quotes.json': '"\\"'.repeat(14_000),
      };
      for (const [path, text] of Object.entries(texts)) repo.write(path, text);
      await withMcp(repo, async (mcp) => {
        await mcp.call('store_checkpoint', { summary: 'Long' });
        for (const [path, text] of Object.entries(texts)) {
          const pages = await readAll(mcp, { tool: 'get_checkpoint', args: { id: 1, path } }, (data) => data.text);
          assert.ok(pages.length > 1, path);
          assert.ok(pages.join('') === text, path);
        }
      });
    }));

  it('list every file and every line of a large difference', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, '-m', 'Before');
      const names = Array.from({ length: 420 }, (_, at) => `folder/with-a-rather-long-name/file-${at}.txt`).sort();
      for (const name of names) repo.write(name, `${name}\n`);
      await withMcp(repo, async (mcp) => {
        const stored = await mcp.call('store_checkpoint', { summary: 'Many' });
        assert.is(stored.data.totals.files, 421);
        assert.ok(stored.text.length <= 50_000);
        const listed = await readAll(mcp, { tool: 'diff_checkpoint', args: { from: 1, patch: false } }, (data) =>
          data.files.map((file: { path: string }) => file.path),
        );
        assert.equal(listed.flat(), names);
        const verified = await readAll(mcp, { tool: 'verify_checkpoint', args: { id: 1 } }, (data) => data.changes);
        assert.is(verified.flat().length, 420);
        const shown = await readAll(
          mcp,
          { tool: 'get_checkpoint', args: { id: 2 } },
          (data) => data.checkpoint.changes,
        );
        assert.is(shown.flat().length, 421);
        const pages = await readAll(mcp, { tool: 'diff_checkpoint', args: { from: 1, to: 2 } }, (data) => data.text);
        assert.is(pages.join('').match(/^\+folder/gm)?.length, 420);
      });
    }));

  it('cut the words of a checkpoint that are too many, say which, and still show every file', () =>
    withRepo((repo) =>
      withMcp(repo, async (mcp) => {
        const names = Array.from({ length: 60 }, (_, at) => `file-${at}.txt`).sort();
        for (const name of names) repo.write(name, 'x\n');
        for (const round of [1, 2, 3, 4]) {
          const decisions = Array.from({ length: 10 }, (_, at) => `${round}.${at} ${'ç'.repeat(1400)}`);
          const stored = await mcp.call('store_checkpoint', { summary: 'Long', decisions, next_actions: ['Go on'] });
          assert.not(stored.isError, stored.text);
        }
        const latest = await mcp.call('get_latest_checkpoint');
        assert.not(latest.isError, latest.text);
        const { analysis, cut } = latest.data.checkpoint;
        assert.equal(cut, ['decisions']);
        assert.equal(analysis.next_actions, ['Go on']);
        assert.match(analysis.decisions.at(-1), /^4\.9 /);
        const pages = await readAll(
          mcp,
          { tool: 'get_latest_checkpoint', args: {} },
          (data) => data.checkpoint.changes,
        );
        assert.equal(
          pages.flat().map(({ path }: { path: string }) => path),
          names,
        );
      }),
    ));

  it('fit with everything that stands beside a checkpoint', () =>
    withRepo((repo) =>
      withMcp(repo, async (mcp) => {
        for (let at = 0; at < 60; at += 1) repo.write(`file-${at}.txt`, 'x\n');
        for (let more = 0; more < 12; more += 1) {
          await mcp.call('store_checkpoint', { summary: 'Long', problem: 'ç'.repeat(11_000 + 3 * more) });
          for (const tool of ['get_latest_checkpoint', 'get_checkpoint']) {
            const answer = await mcp.call(tool, tool === 'get_checkpoint' ? { id: 'latest' } : {});
            assert.not(answer.isError, answer.text);
          }
        }
      }),
    ));

  it('do not hang on an expression that never ends', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', `${'a'.repeat(60)}b\n`);
      await withMcp(repo, async ({ call, client }) => {
        await call('store_checkpoint', { summary: 'Trap' });
        const trapped = await call('search_checkpoints', { query: '(a+)+$', regex: true });
        assert.ok(trapped.isError);
        assert.match(trapped.text, /took longer than/);
        assert.equal((await call('search_checkpoints', { query: '(a+)+$' })).data.hits, []);
        assert.is((await call('search_checkpoints', { query: '^a+b$', regex: true })).data.hits.length, 1);
        await client.ping();
      });
    }));

  it('show the surroundings of a match in a line without end', () =>
    withRepo(async (repo) => {
      repo.write('min.js', `${'x'.repeat(200_000)}needle${'y'.repeat(200_000)}`);
      await withMcp(repo, async ({ call }) => {
        await call('store_checkpoint', { summary: 'Minified' });
        const { hits } = (await call('search_checkpoints', { query: 'needle' })).data;
        assert.match(hits[0].snippet, /^…x+needley+…$/);
        assert.ok(hits[0].snippet.length < 300);
      });
    }));
});
