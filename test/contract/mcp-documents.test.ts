import * as assert from 'uvu/assert';
import { withMcp } from '../support/mcp-client.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

const markdown = `---
checkpoint: CHECKPOINT-99999
created: 1999-01-01T00:00:00Z
anchor: end of phase 1
---

## Problem
The door squeaks

## Session Intent
Silence

## Essential Information

### Decisions
- Oil, because it is there

### Technical Context
- Hinges are brass

### Play-By-Play
- Look → found the hinge → dry

### Artifact Trail

| File | Status | Key Change |
|------|--------|------------|

### Current State
- Still squeaks

### Next Actions
- Oil it
`;

describe('documents over MCP', (it) => {
  it('are stored from Markdown, JSON or plain words, with a number and a time of the server', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ call }) => {
        const first = await call('store_checkpoint', { content: markdown, next_actions: ['Buy oil'] });
        assert.equal([first.data.checkpointId, first.data.id], [1, 'CHECKPOINT-00001'], first.text);
        assert.ok(Date.parse(first.data.created) > Date.parse('2020-01-01'));
        const { checkpoint } = (await call('get_checkpoint', { id: 1 })).data;
        assert.is(checkpoint.anchor, 'end of phase 1');
        assert.is(checkpoint.trigger, 'mcp');
        assert.is(checkpoint.analysis.problem, 'The door squeaks');
        assert.equal(checkpoint.analysis.decisions, ['Oil, because it is there']);
        assert.equal(checkpoint.analysis.next_actions, ['Buy oil']);

        const stateful = { summary: 'From JSON', state: { analysis: { current_task: 'Oil', next_steps: ['Wipe'] } } };
        await call('store_checkpoint', { content: JSON.stringify(stateful) });
        const second = (await call('get_latest_checkpoint')).data.checkpoint;
        assert.is(second.summary, 'From JSON');
        assert.equal(second.analysis.next_actions, ['Wipe']);

        await call('store_checkpoint', { content: 'Oiled it\n\nIt is quiet now.' });
        const third = (await call('get_latest_checkpoint')).data.checkpoint;
        assert.is(third.summary, 'Oiled it');
        assert.is(third.description, 'It is quiet now.');
      }),
    ));

  it('have the fields of the published tools', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ call }) => {
        const content = '**CHECKPOINT-00042**\n\n## Session Summary\nAdded JWT.\n\n### Next steps\n- Add refresh\n';
        const stored = (await call('store_checkpoint', { content, tags: ['auth'] })).data;
        assert.equal([stored.checkpointId, stored.summary], [1, 'Added JWT.']);
        const latest = (await call('get_latest_checkpoint')).data;
        assert.equal([latest.id, latest.type, latest.created], ['CHECKPOINT-00001', 'Checkpoint', stored.created]);
        assert.match(latest.content, /^---\ncheckpoint: CHECKPOINT-00001\n[\s\S]*### Next Actions\n- Add refresh\n/);
        assert.equal(latest.checkpoint.analysis.next_actions, ['Add refresh']);
        assert.is((await call('list_checkpoints', { tag: 'auth' })).data.checkpoints.length, 1);
        assert.is((await call('list_checkpoints', { tag: 'other' })).data.checkpoints.length, 0);
        const state = { files: { 'a.go': '<content>' } };
        const lossy = await call('store_checkpoint', { content: JSON.stringify({ summary: 'x', state }) });
        assert.match(lossy.data.warnings[0], 'not kept of the document: the contents of a.go');
      }),
    ));

  it('are read back whole as Checkpoint Format 1.0.0, as tool and as resource', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ client, call }) => {
        await call('store_checkpoint', { content: markdown });
        const { text } = (await call('get_checkpoint', { id: 'latest', format: 'markdown' })).data;
        assert.match(text, /^---\ncheckpoint: CHECKPOINT-00001\n/);
        assert.match(text, /### Next Actions\n- Oil it\n/);

        const { resources } = await client.listResources();
        assert.is(resources[0]?.uri, 'checkpoint://1');
        for (const uri of ['checkpoint://1', 'checkpoint://latest', 'checkpoint://CHECKPOINT-00001']) {
          const [content] = (await client.readResource({ uri })).contents;
          assert.is(content && 'text' in content ? content.text : '', text);
          assert.is(content?.mimeType, 'text/markdown');
        }
        const begun = { ref: { type: 'ref/resource' as const, uri: 'checkpoint://{id}' } };
        const { completion } = await client.complete({ ...begun, argument: { name: 'id', value: 'la' } });
        assert.equal(completion.values, ['latest']);
        await client.readResource({ uri: 'checkpoint://77' }).then(
          () => assert.unreachable(),
          (error) => assert.match(error.message, /checkpoint 77 does not exist/),
        );
      }),
    ));

  it('are offered as prompts that save and resume', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ client, call }) => {
        assert.equal(
          (await client.listPrompts()).prompts.map(({ name }) => name),
          ['checkpoint', 'resume'],
        );
        const ask = async (name: string, args = {}) => {
          const { messages } = await client.getPrompt({ name, arguments: args });
          const [message] = messages;
          assert.is(messages.length, 1);
          assert.is(message?.role, 'user');
          return message?.content.type === 'text' ? message.content.text : '';
        };
        assert.match(await ask('checkpoint', { notes: 'Keep the key' }), /store_checkpoint[\s\S]*Keep the key/);
        assert.match(await ask('resume'), /no checkpoint here yet/);
        await call('store_checkpoint', { summary: 'Began', next_actions: ['Open the door'] });
        const text = await ask('resume', { id: '1' });
        assert.match(text, /Resumed from checkpoint: Began/);
        assert.match(text, /Open the door/);
        assert.match(text, 'End with: "Ready to continue from checkpoint. What would you like to work on?"');
        assert.match(await ask('resume', { id: '9' }), /checkpoint 9 does not exist/);
      }),
    ));

  it("come without the terminal's control sequences that another tool put in", () =>
    withRepo((repo) =>
      withMcp(repo, async ({ call }) => {
        repo.write('log.txt', 'red \u001b[31m and \u009b2J and \u202eright\n');
        await call('store_checkpoint', { summary: 'Colours' });
        const answer = await call('get_checkpoint', { id: 1, path: 'log.txt' });
        assert.is(answer.data.text, 'red \u001b[31m and \u009b2J and \u202eright\n');
        assert.not.match(answer.text, /[\u0000-\u001f\u007f-\u009f\u202e]/);
      }),
    ));

  it('says that there is none instead of failing', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ call }) => {
        const nothing = await call('get_latest_checkpoint');
        assert.equal([nothing.isError, nothing.data.error], [false, 'No checkpoints found']);
        assert.equal((await call('resume_checkpoint')).data, { resumed: false, message: 'No checkpoints found' });
        assert.equal((await call('list_checkpoints')).data, { checkpoints: [] });
        assert.equal((await call('search_checkpoints', { query: 'x' })).data, { hits: [] });
        const none = await call('verify_checkpoint');
        assert.ok(none.isError);
        assert.match(none.text, /no checkpoints yet/);
      }),
    ));
});

describe('a checkpoint over MCP', (it) => {
  it('has the fields that --json gives, under the same names and with the same values', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'First', '--tag', 'demo');
      const [object] = JSON.parse(await checkpoint(repo, 'list', '--json'));
      await withMcp(repo, async ({ call }) => {
        const [line] = (await call('list_checkpoints')).data.checkpoints;
        const whole = (await call('get_checkpoint', { id: 1 })).data.checkpoint;
        const names = 'number id uid commit created summary trigger branch kept pending totals tags'.split(' ');
        for (const name of names) assert.equal([line[name], whole[name]], [object[name], object[name]], name);
      });
    }));
});
