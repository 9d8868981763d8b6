import type { Checkpoint } from '../../src/core/checkpoint.ts';
import { type Analysis, emptyAnalysis, type Note } from '../../src/core/note.ts';
import { checkpointNumber } from '../../src/core/number.ts';

/** A note of a small session; what a test is about is handed in. */
export function sampleNote(overrides: Partial<Note> = {}, analysis: Partial<Analysis> = {}): Note {
  return {
    schema: 1,
    uid: '01JGH0000000000000000000AB',
    created: '2026-01-02T01:04:05Z',
    trigger: 'clear',
    mode: 'stateful',
    pending: false,
    summary: 'Implemented auth middleware',
    description: '',
    context: {
      working_directory: '/home/ada/shop',
      worktree: '/home/ada/shop',
      branch: 'main',
      commit: 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678',
      relevant_packages: [],
      recent_commands: [],
      git_status: { staged: [], modified: [], untracked: [], deleted: [], conflicted: [] },
    },
    files_modified: [],
    skipped: [],
    totals: { files: 0, bytes: 0, added: 0, removed: 0 },
    redactions: 0,
    ...overrides,
    analysis: { ...emptyAnalysis, ...analysis },
  };
}

export function sampleCheckpoint(note: Note, overrides: Partial<Checkpoint> = {}): Checkpoint {
  return {
    number: checkpointNumber(42),
    commit: '1'.repeat(40),
    tree: '2'.repeat(40),
    base: 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678',
    author: { name: 'Ada Example', email: 'ada@example.com' },
    note,
    noteFrom: 'note',
    ...overrides,
  };
}
