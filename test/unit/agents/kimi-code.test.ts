import * as assert from 'uvu/assert';
import { kimiCodeHooks } from '../../../src/agents/kimi-code/hooks.ts';
import { reduceKimi } from '../../../src/agents/kimi-code/reduce.ts';
import { kimiCodeSettings } from '../../../src/agents/kimi-code/settings.ts';
import { kimiWriter } from '../../../src/agents/kimi-code/writer.ts';
import { SessionDraft } from '../../../src/agents/session-draft.ts';
import { planInstallFile, planUninstallFile } from '../../../src/hooks/install/plan.ts';
import { describe } from '../../support/suite.ts';

const base = { session_id: 'session_1', cwd: '/srv/demo', client_type: 'kimi_code_cli' };
const submitted = { ...base, hook_event_name: 'UserPromptSubmit', prompt: [{ type: 'text', text: 'Go on' }] };

describe('a hook of Kimi Code', (it) => {
  it('speaks at a prompt only, in plain text', () => {
    const prompt = kimiCodeHooks.parse(submitted);
    assert.is(prompt?.kind, 'prompt');
    assert.is(kimiCodeHooks.render(prompt, { context: 'What was known' }), 'What was known\n');
    const start = kimiCodeHooks.parse({ ...base, hook_event_name: 'SessionStart', source: 'startup' });
    assert.is(kimiCodeHooks.render(start, { context: 'What was known' }), '');
    assert.ok(kimiCodeHooks.dropsContext?.('startup'));
  });

  it('takes the same words at two prompts for two events', () => {
    assert.is.not(kimiCodeHooks.parse(submitted)?.identity, kimiCodeHooks.parse(submitted)?.identity);
  });

  it('ends a turn that was interrupted', () => {
    assert.is(kimiCodeHooks.parse({ ...base, hook_event_name: 'Interrupt' })?.kind, 'turn-end');
  });
});

describe('a session of Kimi Code', (it) => {
  const read = (...records: readonly Record<string, unknown>[]) => {
    const draft = new SessionDraft();
    const known = records.map((record) => reduceKimi(draft, record));
    return { draft, known };
  };
  const prompt = (kind: string, text: string) => ({
    type: 'turn.prompt',
    input: [{ type: 'text', text }],
    origin: { kind },
    time: 1_794_900_322_242,
  });

  it('opens a turn for what a person typed, not for what the client says itself', () => {
    const { draft } = read(prompt('user', 'Do it'), prompt('injection', 'A reminder'));
    assert.equal(
      draft.state.turns.map(({ prompt }) => prompt),
      ['Do it'],
    );
  });

  it('tells an interrupted turn from a finished one', () => {
    const end = (reason: string) => read(prompt('user', 'Do it'), { type: 'turn.ended', reason }).draft.turn?.outcome;
    assert.equal([end('completed'), end('cancelled'), end('failed')], ['done', 'interrupted', 'api-error']);
  });

  it('does not know records that it was never shown', () => {
    assert.equal(read({ type: 'context.rewritten' }, { type: 'llm.request' }).known, [false, true]);
  });
});

describe('the settings of Kimi Code', (it) => {
  const [hooks] = kimiCodeSettings.files('user', { env: {}, home: '/home/ada' }, ['git-checkpoint']);
  const own = 'default_model = "k2"\n\n[[hooks]]\nevent = "Stop"\ncommand = "mine"\n\n[providers.a]\ntype = "openai"\n';

  it('get our hooks beside those of the user, and lose them again byte for byte', () => {
    assert.ok(hooks);
    const plan = planInstallFile(hooks, { text: own });
    assert.is(plan.kind, 'write');
    const after = plan.kind === 'write' ? plan.after : '';
    assert.ok(after.startsWith(own));
    assert.is(after.split('[[hooks]]').length - 1, 8);
    const back = planUninstallFile(hooks, { text: after });
    assert.is(back.kind === 'write' ? back.after : '', own);
  });

  it('are left alone where hooks are not a list of tables', () => {
    for (const text of ['hooks = []\n', '[hooks]\na = 1\n'])
      assert.is(hooks && planInstallFile(hooks, { text }).kind, 'left', text);
  });
});

describe('a conversation of Kimi Code', (it) => {
  const site = { cwd: '/', home: '/home/ada', env: {}, now: new Date(0) };

  it('is not written in a protocol that was never tried, nor without a system prompt', () => {
    const rewrite = kimiWriter.rewriter('session_2', site);
    assert.throws(() => rewrite({ type: 'metadata', protocol_version: '9.0' }), /protocol 9\.0/);
    assert.throws(() => rewrite({ type: 'profile.bind', systemPrompt: '' }), /only on the machine/);
  });
});
