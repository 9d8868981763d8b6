import * as assert from 'uvu/assert';
import { attachConversation } from '../support/attach-conversation.ts';
import { ClaudeTranscript } from '../support/claude-transcript.ts';
import { type McpClient, withMcp } from '../support/mcp-client.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

interface Example {
  readonly tool: string;
  readonly good: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: each tool answers something else.
  readonly shows: (data: any) => void;
  /** Arguments that are refused, and what the refusal has to name. */
  readonly bad: readonly (readonly [args: Record<string, unknown>, says: RegExp])[];
}

const wrongIds: Example['bad'] = [
  [{ id: true }, /id/],
  [{ id: 77 }, /checkpoint 77 does not exist/],
  [{ id: '../../HEAD' }, /no checkpoint '\.\.\/\.\.\/HEAD'/],
];

const aliases = {
  checkpoint_save: 'store_checkpoint',
  checkpoint_list: 'list_checkpoints',
  checkpoint_resume: 'resume_checkpoint',
};

const examples: readonly Example[] = [
  {
    tool: 'store_checkpoint',
    good: { summary: 'Third', current_task: 'Wire the door', next_actions: ['Oil the hinge'], trigger: 'phase' },
    shows: (data) => {
      assert.equal([data.checkpointId, data.id], [data.number, `CHECKPOINT-0000${data.number}`]);
      assert.is(data.summary, 'Third');
      assert.ok(Date.parse(data.created) > Date.now() - 60_000);
      assert.equal(
        data.files.map((file: { path: string }) => file.path),
        ['door.ts'],
      );
      assert.equal(data.skipped, []);
    },
    bad: [
      [{ summary: 5 }, /expected string.*summary/],
      [{ next_actions: 'one' }, /next_actions/],
      [{ number: 42, summary: 'x' }, /Unrecognized key: "number"/],
      [{ summary: 'bell \u0007' }, /control characters/],
      [{ content: 'x'.repeat(10 * 1024 * 1024) }, /Too big/],
      [{ content: '---\ncheckpoint: x\n---\n## Nothing\n' }, /Problem|created|section/i],
      [{ decisions: Array.from({ length: 100 }, () => 'd'.repeat(1000)) }, /Nothing was saved/],
    ],
  },
  {
    tool: 'list_checkpoints',
    good: { limit: 1 },
    shows: ({ checkpoints, nextOffset }) => {
      assert.is(checkpoints.length, 1);
      assert.is(checkpoints[0].summary, 'Second');
      assert.equal([checkpoints[0].id, checkpoints[0].kept], ['CHECKPOINT-00002', false]);
      assert.equal(Object.keys(checkpoints[0].totals), ['files', 'bytes', 'added', 'removed']);
      assert.is(nextOffset, 1);
    },
    bad: [
      [{ limit: 0 }, /limit/],
      [{ limit: 'many' }, /limit/],
      [{ trigger: 'whim' }, /trigger/],
    ],
  },
  {
    tool: 'resume_checkpoint',
    good: {},
    shows: (data) => {
      assert.is(data.resumed, true);
      assert.is(data.number, 2);
      assert.match(data.message, /^Resumed from checkpoint: Second \(saved just now\)$/);
      assert.match(data.text, /Paint it/);
    },
    bad: [...wrongIds, [{ budget_tokens: 1_000_000 }, /budget_tokens/]],
  },
  {
    tool: 'get_latest_checkpoint',
    good: {},
    shows: ({ found, checkpoint }) => {
      assert.is(found, true);
      assert.is(checkpoint.checkpointId, 'CHECKPOINT-00002');
      assert.equal(checkpoint.analysis.next_actions, ['Paint it']);
      assert.is(checkpoint.analysis.source, 'agent');
      assert.is(checkpoint.changes[0].path, 'door.ts');
    },
    bad: [
      [{ offset: -1 }, /offset/],
      [{ offset: 'first' }, /offset/],
      [{ id: 1 }, /Unrecognized key/],
    ],
  },
  {
    tool: 'get_checkpoint',
    good: { id: 'CHECKPOINT-00001', path: 'door.ts' },
    shows: ({ number, text, path }) => {
      assert.is(number, 1);
      assert.is(path, 'door.ts');
      assert.is(text, 'export const door = 1;\n');
    },
    bad: [
      ...wrongIds,
      [{ id: 1, path: '../secret' }, /leads out of it/],
      [{ id: 1, path: '/etc/passwd' }, /leads out of it/],
      [{ id: 1, path: '.git/config' }, /git's own folder/],
      [{ id: 1, path: 'no/such.ts' }, /has no file/],
      [{ id: 1, path: 'a\u0000b' }, /control characters/],
    ],
  },
  {
    tool: 'search_checkpoints',
    good: { query: 'DOOR = 1', limit: 5 },
    shows: ({ hits }) => {
      assert.equal(hits[0], {
        checkpointId: 'CHECKPOINT-00001',
        number: 1,
        where: 'door.ts',
        line: 1,
        snippet: 'export const door = 1;',
      });
    },
    bad: [
      [{}, /query/],
      [{ query: '(', regex: true }, /invalid regular expression/],
      [{ query: 'x'.repeat(600) }, /query/],
    ],
  },
  {
    tool: 'diff_checkpoint',
    good: { from: 1, to: 2, paths: ['door.ts'] },
    shows: ({ from, to, totals, text }) => {
      assert.is(`${from} ${to}`, 'CHECKPOINT-00001 CHECKPOINT-00002');
      assert.equal(totals, { files: 1, added: 1, removed: 1 });
      assert.match(text, /^\+export const door = 2;$/m);
    },
    bad: [
      [{ from: 99 }, /checkpoint 99 does not exist/],
      [{ paths: ['../..'] }, /leads out of it/],
      [{ paths: 'door.ts' }, /paths/],
    ],
  },
  {
    tool: 'verify_checkpoint',
    good: { id: 1 },
    shows: ({ same, message }) => {
      assert.is(same, false);
      assert.is(message, 'Files changed: 1, Lines added: 1, Lines removed: 1');
    },
    bad: wrongIds,
  },
  {
    tool: 'get_conversation',
    good: { id: 1 },
    shows: ({ number, agent, session, turns, text, nextOffset }) => {
      assert.equal([number, agent, session, turns, nextOffset], [1, 'claude-code', 'session-1', 1, undefined]);
      assert.match(text, /> Which door\?\n\nThe red one\.\n$/);
    },
    bad: [...wrongIds, [{ id: 2 }, /checkpoint 2 has no conversation/], [{ id: 1, since: 2 }, /has no conversation/]],
  },
  {
    tool: 'fork_checkpoint',
    good: { id: 1, branch: 'other-idea', agent: 'claude-code' },
    shows: ({ folder, branch, written, verified, session, command }) => {
      assert.match(folder, /-other-idea$/);
      assert.equal([branch, written, verified], ['other-idea', 2, true]);
      assert.equal(command, ['claude', '--resume', session]);
    },
    bad: [
      ...wrongIds,
      [{ id: 1, agent: 'nobody' }, /'nobody' is not an agent/],
      [{ id: 1, worktree: '.' }, /not empty/],
    ],
  },
  {
    tool: 'restore_checkpoint',
    good: { id: 1 },
    shows: ({ restored, number, digest, steps, counts, message }) => {
      assert.is(restored, false);
      assert.is(number, 1);
      assert.match(digest, /^[0-9a-f]{20}$/);
      assert.equal(steps, [{ action: 'overwrite', path: 'door.ts' }]);
      assert.equal(counts, { write: 1, delete: 0, keep: 0 });
      assert.match(message, /^Nothing was changed\./);
    },
    bad: [
      ...wrongIds,
      [{ id: 1, confirm: true }, /confirm needs the digest of a plan/],
      [{ id: 1, confirm: true, digest: 'abc' }, /the plan is no longer abc; nothing was changed/],
      [{ id: 1, confirm: 'yes' }, /confirm/],
      [{ id: 1, paths: ['../../etc'] }, /leads out of it/],
    ],
  },
  {
    tool: 'checkpoint_configure',
    good: { auto_checkpoint_on_clear: true, checkpoint_threshold: 80 },
    shows: ({ success, config, written }) => {
      assert.is(success, true);
      assert.is(config.auto_checkpoint_on_clear, true);
      assert.is(config.auto_resume_on_start, true);
      assert.is(config.checkpoint_threshold_percent, 80);
      assert.is(config.verify_before_clear, true);
      assert.equal(written, ['auto_checkpoint_on_clear', 'checkpoint_threshold_percent']);
    },
    bad: [
      [{ auto_checkpoint_on_clear: 'sometimes' }, /auto_checkpoint_on_clear/],
      [{ checkpoint_threshold_percent: 50 }, /checkpoint_threshold_percent/],
      [{ 'sync.remote': 'https://example.com' }, /Unrecognized key/],
      [{ scope: 'system', verify_before_clear: true }, /scope/],
    ],
  },
];

/** A repository with two checkpoints, and a server for it. */
function withCheckpoints(use: (mcp: McpClient, repo: TestRepo) => Promise<void>): Promise<void> {
  return withRepo(async (repo) => {
    repo.write('README.md', 'A house\n');
    repo.commit('Begin');
    await withMcp(repo, async (mcp) => {
      repo.write('door.ts', 'export const door = 1;\n');
      await mcp.call('store_checkpoint', { summary: 'First' });
      repo.write('door.ts', 'export const door = 2;\n');
      await mcp.call('store_checkpoint', { summary: 'Second', next_actions: ['Paint it'] });
      const said = new ClaudeTranscript();
      said.prompt('Which door?');
      said.say('The red one.');
      await attachConversation(repo, 1, said.text);
      await use(mcp, repo);
    });
  });
}

/** All that a call could have changed. */
function traces(repo: TestRepo): string {
  const status = repo.git('status', '--porcelain=v2', '--branch', '--untracked-files=all');
  return `${repo.git('for-each-ref')}\n${repo.git('config', '--list', '--local')}\n${status}`;
}

describe('get_latest_checkpoint', (it) => {
  it('says which one cannot be read, and what to do', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ call }) => {
        repo.git('update-ref', 'refs/checkpoints/7', repo.commit('of somebody else'));
        repo.git('notes', '--ref=checkpoints', 'add', '-m', 'schema: [', 'refs/checkpoints/7');
        const { isError, text } = await call('get_latest_checkpoint');
        assert.ok(isError);
        assert.match(text, /checkpoint 7, the latest, cannot be read[\s\S]*list_checkpoints shows the ones before/);
      }),
    ));
});

describe('MCP tools', (it) => {
  it('have title, description, four annotations and both schemas', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ client }) => {
        const { tools } = await client.listTools();
        assert.equal(
          tools.map(({ name }) => name).sort(),
          [...examples.map(({ tool }) => tool), ...Object.keys(aliases)].sort(),
        );
        for (const { name, title, description = '', annotations, inputSchema, outputSchema } of tools) {
          assert.ok(title, name);
          assert.ok(description.length > 40 && Buffer.byteLength(description) < 2048, name);
          const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
          for (const hint of hints) assert.type(annotations?.[hint], 'boolean', `${name} ${hint}`);
          assert.is(inputSchema.additionalProperties, false, name);
          assert.is(outputSchema?.type, 'object', name);
        }
      }),
    ));

  it('refuse bad input in plain words and leave no trace', () =>
    withCheckpoints(async ({ call }, repo) => {
      const before = traces(repo);
      for (const { tool, bad } of examples) {
        for (const [args, says] of bad) {
          const answer = await call(tool, args);
          assert.is(answer.isError, true, `${tool} accepted ${JSON.stringify(args).slice(0, 200)}`);
          assert.match(answer.text, says, tool);
          assert.ok(answer.text.length < 2000, tool);
        }
      }
      assert.is(traces(repo), before);
    }));

  for (const { tool, good, shows } of examples) {
    it(`answer in the form that they promise: ${tool}`, () =>
      withCheckpoints(async ({ call }) => {
        const answer = await call(tool, good);
        assert.is(answer.isError, false, answer.text);
        shows(answer.data);
      }));
  }

  it('have other names that mean the same', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ client }) => {
        const { tools } = await client.listTools();
        const schemas = (name: string) => {
          const { inputSchema, outputSchema, annotations } = tools.find((tool) => tool.name === name) ?? {};
          return { inputSchema, outputSchema, annotations };
        };
        for (const [other, name] of Object.entries(aliases)) assert.equal(schemas(other), schemas(name), other);
      }),
    ));
});
