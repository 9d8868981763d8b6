import * as assert from 'uvu/assert';
import { qwenCodeHooks } from '../../../src/agents/qwen-code/hooks.ts';
import { reduceQwen } from '../../../src/agents/qwen-code/reduce.ts';
import { SessionDraft } from '../../../src/agents/session-draft.ts';
import { describe } from '../../support/suite.ts';

const base = { session_id: 'one', cwd: '/srv/demo/project', timestamp: '2026-11-17T07:36:58.891Z' };

describe('hooks of Qwen Code', (it) => {
  it('take a prompt for one only when the user submitted it', () => {
    const prompt = { ...base, hook_event_name: 'UserPromptSubmit', prompt: '' };
    assert.is(qwenCodeHooks.parse(prompt), undefined);
    assert.is(qwenCodeHooks.parse({ ...prompt, prompt: 'Go', submitted_prompt: 'Go' })?.kind, 'prompt');
  });

  it('tell at the end of a turn how full the context is', () => {
    const event = qwenCodeHooks.parse({ ...base, hook_event_name: 'Stop', context_usage: 0.81 });
    assert.ok(event?.kind === 'turn-end' && event.percent === 81);
  });
});

describe('a session of Qwen Code', (it) => {
  const user = (uuid: string, parentUuid: string | null, text: string) => ({
    uuid,
    parentUuid,
    type: 'user',
    provenance: 'real_user',
    message: { role: 'user', parts: [{ text }] },
  });
  const answer = (uuid: string, parentUuid: string) => ({
    uuid,
    parentUuid,
    type: 'assistant',
    message: { role: 'model', parts: [{ text: `Answer ${uuid}` }] },
  });
  const prompts = (...records: readonly Record<string, unknown>[]) => {
    const draft = new SessionDraft();
    for (const record of records) reduceQwen(draft, record);
    return draft.state.turns.map(({ prompt }) => prompt);
  };

  it('loses what came after the record that a prompt goes back to', () => {
    const talk = [user('1', null, 'First'), answer('2', '1'), user('3', '2', 'Second'), answer('4', '3')];
    assert.equal(prompts(...talk, user('5', '2', 'Another second')), ['First', 'Another second']);
    assert.equal(prompts(...talk, user('5', null, 'Anew')), ['Anew']);
  });

  it('has no turn of what the client says in the name of the user', () => {
    assert.equal(prompts(user('1', null, 'Mine'), { ...user('2', '1', 'A task ended'), provenance: 'system' }), [
      'Mine',
    ]);
  });

  it('tells of records that nobody knows', () => {
    const known = [
      { type: 'system', subtype: 'ui_telemetry' },
      { type: 'system', subtype: 'wobble' },
      { type: 'wobble' },
    ];
    assert.equal(
      known.map((record) => reduceQwen(new SessionDraft(), record)),
      [true, false, false],
    );
  });
});
