import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { readEnvelope } from '../../../src/agents/hook-payload.ts';
import { describe } from '../../support/suite.ts';

const batch = JSON.parse(
  readFileSync(new URL('../../../fixtures/hooks/claude-code/post-tool-batch.json', import.meta.url), 'utf8'),
);

describe('the identity of an event', (it) => {
  it('tells two batches of tools apart that follow each other, and a second delivery not', () => {
    const identity = (payload: object) => readEnvelope({ ...payload }).base.identity;
    const [call] = batch.tool_calls;
    const next = { ...batch, tool_calls: [{ ...call, tool_use_id: 'toolu_another' }] };
    assert.is(identity(batch), identity({ ...batch }));
    assert.is.not(identity(batch), identity(next));
  });
});
