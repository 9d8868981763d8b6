import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/agents/json-value.ts';
import { loadAgents } from '../../../src/agents/registry.ts';
import { replaceLargeMedia } from '../../../src/conversation/large-media.ts';
import { describe } from '../../support/suite.ts';

const agents = await loadAgents();
const formatOf = (agent: string) => agents.find(({ name }) => name === agent)?.conversation;
const shared = (agent: string, record: JsonObject) => formatOf(agent)?.shared?.(record);
const kept = (agent: string, record: JsonObject) => formatOf(agent)?.stored(record);

const hidden: Readonly<Record<string, readonly JsonObject[]>> = {
  'claude-code': [
    {
      type: 'assistant',
      uuid: 'u',
      message: {
        content: [
          { type: 'thinking', thinking: 'HIDDEN', signature: 'HIDDEN' },
          { type: 'redacted_thinking', data: 'HIDDEN' },
          { type: 'text', text: 'SAID' },
        ],
      },
    },
  ],
  codex: [
    { type: 'response_item', payload: { type: 'reasoning', summary: [], encrypted_content: 'HIDDEN' } },
    { type: 'event_msg', payload: { type: 'item_completed', item: { type: 'Reasoning', raw_content: ['HIDDEN'] } } },
    {
      type: 'compacted',
      payload: {
        message: 'SAID',
        replacement_history: [
          { type: 'reasoning', encrypted_content: 'HIDDEN' },
          { type: 'message', role: 'user' },
        ],
      },
    },
  ],
  'gemini-cli': [
    {
      id: 'a',
      type: 'gemini',
      content: [
        { text: 'HIDDEN', thought: true },
        { text: 'SAID', thoughtSignature: 'HIDDEN' },
      ],
      thoughts: [{ subject: 'HIDDEN', description: 'HIDDEN' }],
      toolCalls: [{ id: 'c', result: [{ functionResponse: { id: 'c' }, thoughtSignature: 'HIDDEN' }] }],
    },
  ],
};

describe('hidden reasoning', (it) => {
  for (const [agent, records] of Object.entries(hidden)) {
    it(`stays on the machine with ${agent}, and what was said leaves`, () => {
      assert.equal(
        records.map((record) => kept(agent, record)),
        records,
      );
      const leaves = JSON.stringify(records.map((record) => shared(agent, record)));
      assert.not.match(leaves, 'HIDDEN');
      assert.match(leaves, 'SAID');
    });
  }
});

describe('a large file in a record', (it) => {
  it('becomes a placeholder of its kind, whatever it is', () => {
    const data = 'QUJD'.repeat(40_000);
    const audio = replaceLargeMedia({ inlineData: { mimeType: 'audio/mp3', data } });
    assert.is((audio['inlineData'] as JsonObject)['mimeType'], 'text/plain');
    assert.ok(JSON.stringify(audio).length < 200);
    const image = replaceLargeMedia({ source: { media_type: 'image/jpeg', data } });
    assert.is((image['source'] as JsonObject)['media_type'], 'image/png');
    assert.match(
      String(replaceLargeMedia({ url: `data:video/mp4;base64,${data}` })['url']),
      /^data:text\/plain;base64,/,
    );
  });
});

describe('what the client of Codex says about itself', (it) => {
  const message = (...texts: string[]) => ({
    type: 'response_item',
    payload: { type: 'message', role: 'developer', content: texts.map((text) => ({ type: 'input_text', text })) },
  });

  it('is not stored where the client says it anew', () => {
    const [setUp, other] = ['<permissions instructions>\nVENDOR', 'Resumed from checkpoint: work'];
    assert.is(kept('codex', { ordinal: 2, ...message(setUp) }), undefined);
    assert.equal(kept('codex', { ordinal: 2, ...message(setUp, other) }), { ordinal: 2, ...message(other) });
    assert.equal(kept('codex', message(setUp)), message(setUp));
  });
});
