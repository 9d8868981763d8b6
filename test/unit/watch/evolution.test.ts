import * as assert from 'uvu/assert';
import { checkpointNumber } from '../../../src/core/number.ts';
import { evolutionOf } from '../../../src/watch/evolution.ts';
import { sampleCheckpoint, sampleNote } from '../../support/sample-checkpoint.ts';
import { describe } from '../../support/suite.ts';

const session = { id: 'my-run', agent: 'claude', started: '2026-01-02T01:00:00.000Z' };

describe('evolution of a session', (it) => {
  it('tells each checkpoint and the whole', () => {
    const early = sampleNote({
      created: '2026-01-02T01:10:00Z',
      trigger: 'interval',
      session: { ...session, duration_ms: 600_000 },
      files_modified: ['a.ts'],
      totals: { files: 1, bytes: 10, added: 5, removed: 1 },
      memory: { heap_used: 100, rss: 900 },
    });
    const late = sampleNote({
      created: '2026-01-02T02:30:00Z',
      trigger: 'turn',
      session,
      files_modified: ['b.ts', 'a.ts'],
      totals: { files: 2, bytes: 20, added: 9, removed: 3 },
      summary: 'Add coupons',
    });
    const evolution = evolutionOf([
      sampleCheckpoint(early, { number: checkpointNumber(7) }),
      sampleCheckpoint(late, { number: checkpointNumber(9) }),
    ]);
    const { checkpoints, ...whole } = evolution;
    assert.equal(whole, {
      session: 'my-run',
      agent: 'claude',
      branches: ['main'],
      started: '2026-01-02T01:00:00.000Z',
      total: 2,
      totalDuration: 5_400_000,
      filesModified: ['a.ts', 'b.ts'],
      peakMemory: 900,
    });
    assert.equal(checkpoints[0]?.memory, { heapUsed: 100, rss: 900 });
    assert.equal(checkpoints[1], {
      number: 9,
      created: '2026-01-02T02:30:00Z',
      trigger: 'turn',
      duration: 5_400_000,
      files: 2,
      added: 9,
      removed: 3,
      filesModified: 2,
      summary: 'Add coupons',
    });
  });
});
