import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/agents/json-value.ts';
import { loadAgents } from '../../../src/agents/registry.ts';
import { replaceLargeMedia } from '../../../src/conversation/large-media.ts';
import { describe } from '../../support/suite.ts';

const agents = await loadAgents();
const formatOf = (agent: string) => agents.find(({ name }) => name === agent)?.conversation;
const shared = (agent: string, record: JsonObject) => formatOf(agent)?.shared(record);
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
    { type: 'event_msg', payload: { type: 'agent_reasoning_raw_content', text: 'HIDDEN' } },
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
  'qwen-code': [
    {
      type: 'assistant',
      message: {
        role: 'model',
        parts: [
          { text: 'HIDDEN', thought: true },
          { text: 'SAID' },
          { functionCall: { name: 'edit' }, thoughtSignature: 'HIDDEN' },
        ],
      },
    },
    {
      type: 'system',
      subtype: 'chat_compression',
      systemPayload: { compressedHistory: [{ role: 'model', parts: [{ text: 'HIDDEN', thought: true }] }] },
    },
  ],
  'copilot-cli': [
    {
      type: 'assistant.message',
      data: { content: 'SAID', reasoningText: 'HIDDEN', reasoningOpaque: 'HIDDEN', encryptedContent: 'HIDDEN' },
    },
  ],
  pi: [
    {
      type: 'message',
      message: {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'HIDDEN', thinkingSignature: 'HIDDEN' },
          { type: 'text', text: 'SAID', textSignature: 'HIDDEN' },
          { type: 'toolCall', id: 'c', name: 'read', arguments: {}, thoughtSignature: 'HIDDEN' },
        ],
      },
    },
  ],
  'kimi-code': [
    { type: 'context.append_loop_event', event: { part: { type: 'think', think: 'HIDDEN', encrypted: 'HIDDEN' } } },
    {
      type: 'context.append_message',
      message: {
        role: 'assistant',
        content: [
          { type: 'think', think: 'HIDDEN' },
          { type: 'text', text: 'SAID' },
        ],
      },
    },
  ],
  opencode: [
    {
      type: 'message',
      info: { id: 'm', role: 'assistant' },
      parts: [
        { type: 'reasoning', text: 'HIDDEN', metadata: { anthropic: { signature: 'HIDDEN' } } },
        { type: 'text', text: 'SAID', metadata: { openai: { reasoningEncryptedContent: 'HIDDEN' } } },
        {
          type: 'tool',
          state: { input: {}, metadata: { exit: 0 } },
          metadata: { google: { thoughtSignature: 'HIDDEN' } },
        },
      ],
    },
  ],
  cline: [
    {
      type: 'message',
      message: {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'HIDDEN', signature: 'HIDDEN' },
          { type: 'text', text: 'SAID', reasoning_details: ['HIDDEN'] },
          { type: 'tool_use', id: 'c', name: 'editor', input: { signature: 'of a function' }, signature: 'HIDDEN' },
        ],
      },
    },
  ],
};

describe('hidden reasoning', (it) => {
  it('is looked for in the conversations of every agent', () => {
    const stored = agents.filter(({ name, conversation }) => conversation !== undefined && name !== 'kilo');
    assert.equal(Object.keys(hidden).toSorted(), stored.map(({ name }) => name).toSorted());
  });

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
