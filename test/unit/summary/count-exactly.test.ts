import * as assert from 'uvu/assert';
import { Failure } from '../../../src/core/failure.ts';
import { countExactly } from '../../../src/summary/count-exactly.ts';
import { failing, type Reply, withMessagesApi } from '../../support/messages-api.ts';
import { describe } from '../../support/suite.ts';

const counted =
  (tokens: number): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ input_tokens: tokens }));
  };

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof Failure ? error : undefined),
  );

describe('countExactly', (it) => {
  it('asks the API for the model in use', () =>
    withMessagesApi([counted(1234)], async (baseUrl, seen) => {
      const env = { ANTHROPIC_API_KEY: 'made-up', ANTHROPIC_BASE_URL: baseUrl };
      assert.is(await countExactly('some text', 'claude-haiku-4-5', { env }), 1234);
      assert.is(seen[0]?.url, '/v1/messages/count_tokens');
      assert.equal([seen[0]?.body.model, seen[0]?.body.messages[0]?.content], ['claude-haiku-4-5', 'some text']);
    }));

  it('says what to do without a key', async () => {
    const failure = await failureOf(countExactly('text', 'model', { env: {} }));
    assert.match(failure?.hint ?? '', 'ANTHROPIC_API_KEY');
  });

  it('says that the API did not answer, and why', () =>
    withMessagesApi([failing(401, 'authentication_error')], async (baseUrl) => {
      const env = { ANTHROPIC_API_KEY: 'made-up', ANTHROPIC_BASE_URL: baseUrl };
      const failure = await failureOf(countExactly('text', 'model', { env }));
      assert.match(failure?.message ?? '', /did not count the tokens: .*401/);
    }));

  it('does not take an answer without a number for a count', () =>
    withMessagesApi([counted(Number.NaN), counted(-5)], async (baseUrl) => {
      const env = { ANTHROPIC_API_KEY: 'made-up', ANTHROPIC_BASE_URL: baseUrl };
      for (const _ of [1, 2]) {
        const failure = await failureOf(countExactly('text', 'model', { env }));
        assert.match(failure?.message ?? '', 'not a number of tokens');
      }
    }));
});
