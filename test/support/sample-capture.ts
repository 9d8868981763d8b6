import type { CheckpointData } from '../../src/watch/checkpoint-data.ts';

/** A capture of a small session; what a test is about is handed in. */
export function sampleCapture(overrides: Partial<CheckpointData> = {}): CheckpointData {
  return {
    number: 3,
    timestamp: '2026-01-18T14:30:00.000Z',
    duration: 3_600_000,
    sessionId: 'session-of-ada',
    gitStatus: { branch: 'topic', modified: ['src/cart.ts'], untracked: ['src/coupon.ts'], staged: [] },
    aiwgState: { files: ['plan.md', 'notes/one.md'], sizes: { 'plan.md': 2048, 'notes/one.md': 1024 } },
    filesModified: ['src/cart.ts'],
    memory: { heapUsed: 52_428_800, rss: 104_857_600 },
    ...overrides,
  };
}
