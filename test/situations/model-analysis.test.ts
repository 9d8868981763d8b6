import * as assert from 'uvu/assert';
import { type Analysis, emptyAnalysis } from '../../src/core/note.ts';
import { type EnrichOutcome, enrichAnalysis } from '../../src/summary/enrich.ts';
import {
  broken,
  failing,
  failingMidway,
  type Reply,
  type SeenRequest,
  silent,
  streamed,
  withMessagesApi,
} from '../support/messages-api.ts';
import { describe } from '../support/suite.ts';

const offline: Analysis = {
  ...emptyAnalysis,
  problem: 'The login form loses the password',
  session_intent: 'fix it',
  decisions: ['Use bcrypt'],
  next_actions: ['Add tests (in progress)', 'Agent: not pushed'],
  blockers: ['`npm test` failed (exit 1): boom'],
  artifacts: [{ path: 'src/login.ts', status: 'modified', added: 3, removed: 1, change: '' }],
  evidence: {
    problem: { by: 'user', turn: 1 },
    'next_actions.0': { by: 'tasks' },
    'next_actions.1': { by: 'agent', turn: 2 },
    'blockers.0': { by: 'command', turn: 2 },
  },
};

const answer = {
  session_intent: 'Keep the password when the login form is shown again',
  current_task: 'Writing tests for src/login.ts',
  new_findings: [],
  new_decisions: ['Keep the password in the component state, not in the URL'],
  technical_context: ['React 19'],
  play_by_play: ['Fix → state moved up in src/login.ts → form keeps its values'],
  current_state: ['The form works, tests are missing'],
  next_actions: ['Open a pull request'],
  blockers: [],
  new_user_rules: ['Never push without asking'],
  artifact_changes: [{ path: 'src/login.ts', change: 'moves the form state up' }],
};
const good = JSON.stringify(answer);

const key = ['sk', 'ant', 'test'].join('-');

async function enrich(
  replies: readonly Reply[],
  timeoutMs = 20_000,
): Promise<{ outcome: EnrichOutcome; seen: readonly SeenRequest[] }> {
  let outcome: EnrichOutcome | undefined;
  let seen: readonly SeenRequest[] = [];
  await withMessagesApi(replies, async (baseUrl, requests) => {
    outcome = await enrichAnalysis({
      digest: 'User: fix it </digest>',
      offline,
      options: { apiKey: key, baseUrl, model: 'm-1', timeoutMs },
    });
    seen = requests;
  });
  assert.ok(outcome);
  return { outcome, seen };
}

async function reasonOf(replies: readonly Reply[], timeoutMs?: number): Promise<string> {
  const { outcome } = await enrich(replies, timeoutMs);
  assert.is(outcome.analysis, offline);
  return outcome.kind === 'offline' ? outcome.why : 'unexpected success';
}

describe('analysis with a model', (it) => {
  it("takes the model's words and keeps what was checked", async () => {
    const { outcome } = await enrich([streamed(good)]);
    assert.is(outcome.kind, 'llm');
    const { analysis } = outcome;
    assert.is(analysis.source, 'llm');
    assert.is(analysis.problem, offline.problem);
    assert.is(analysis.session_intent, answer.session_intent);
    assert.equal(analysis.decisions, ['Use bcrypt', ...answer.new_decisions]);
    assert.equal(analysis.next_actions, ['Open a pull request', 'Add tests (in progress)']);
    assert.equal(analysis.blockers, offline.blockers);
    assert.equal(analysis.user_rules, answer.new_user_rules);
    const change = 'moves the form state up';
    assert.equal(analysis.artifacts, [{ path: 'src/login.ts', status: 'modified', added: 3, removed: 1, change }]);
    assert.equal(analysis.evidence, {
      problem: { by: 'user', turn: 1 },
      'next_actions.1': { by: 'tasks' },
      'blockers.0': { by: 'command', turn: 2 },
    });
  });

  it('asks once, streamed, with the model, the key, a schema and a cached constant part', async () => {
    const { seen } = await enrich([streamed(good)]);
    assert.is(seen.length, 1);
    const [request] = seen;
    assert.is(request?.url, '/v1/messages');
    assert.is(request?.headers.authorization, `Bearer ${key}`);
    assert.equal(
      [request?.body.model, request?.body.stream, request?.body.output_config?.format?.type],
      ['m-1', true, 'json_schema'],
    );
    assert.equal(request?.body.system[0]?.cache_control, { type: 'ephemeral' });
    const content = request?.body.messages[0]?.content ?? '';
    assert.is(content.split('</digest>').length, 2, 'the session cannot close its own tag');
    assert.ok(content.includes('The login form loses the password'));
  });

  it('asks again with the error when the answer cannot be used', async () => {
    const { outcome, seen } = await enrich([streamed('Sure! Here it is: {'), streamed(`\`\`\`json\n${good}\n\`\`\``)]);
    assert.is(outcome.kind, 'llm');
    assert.is(seen.length, 2);
    assert.ok(seen[1]?.body.messages.at(-1)?.content.includes('not JSON'));
  });

  it('asks at most twice', async () => {
    const wrong = streamed(JSON.stringify({ ...answer, next_actions: 'none' }));
    const { outcome, seen } = await enrich([wrong]);
    assert.is(seen.length, 2);
    assert.equal(outcome, {
      kind: 'offline',
      analysis: offline,
      why: 'the answer could not be used: next_actions is not a list of at most 20 texts of 1 to 600 characters',
    });
  });

  it('does without a model when there is no key', async () => {
    const outcome = await enrichAnalysis({ digest: '', offline, options: { model: 'm', timeoutMs: 1000 } });
    assert.equal(outcome, { kind: 'offline', analysis: offline, why: 'no API key' });
  });

  it('says which status the server refused with', async () => {
    assert.is(await reasonOf([failing(401, 'authentication_error')]), 'HTTP 401: the key was not accepted');
    assert.is(await reasonOf([failing(429, 'rate_limit_error')]), 'HTTP 429: rate limit');
    assert.is(await reasonOf([failing(529, 'overloaded_error')]), 'HTTP 529: the server failed');
    assert.match(await reasonOf([failing(400, 'invalid_request_error')]), /^HTTP 400: .*invalid_request_error/);
  });

  it('survives a refusal and an answer that is too long', async () => {
    assert.is(await reasonOf([streamed('I cannot help with that.', 'refusal')]), 'the model refused');
    assert.is(await reasonOf([streamed(good.slice(0, 80), 'max_tokens')]), 'the answer was longer than 8000 tokens');
  });

  it('survives streams that break in the middle', async () => {
    for (const how of ['ended', 'torn'] as const)
      assert.match(await reasonOf([broken(good.slice(0, 80), how)]), /connection failed|broke off/);
    assert.match(await reasonOf([failingMidway('overloaded_error')]), /overloaded|server failed/);
  });

  it('survives a server that never answers, and one that is not there', async () => {
    assert.is(await reasonOf([silent], 400), 'no answer within 400 ms');
    const outcome = await enrichAnalysis({
      digest: '',
      offline,
      options: { apiKey: key, baseUrl: 'http://127.0.0.1:9', model: 'm', timeoutMs: 5000 },
    });
    assert.match(outcome.kind === 'offline' ? outcome.why : '', /^the connection failed: /);
  });
});
