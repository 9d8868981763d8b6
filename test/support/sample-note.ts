import type { Analysis, Note } from '../../src/core/note.ts';
import { emptyAnalysis } from '../../src/core/note.ts';
import { awkwardText, type Random } from './random.ts';

/** A whole note of an ordinary checkpoint. */
export function sampleNote(overrides: Partial<Note> = {}): Note {
  return {
    schema: 1,
    uid: '01JF0000000000000000000000',
    created: '2026-01-02T03:04:05Z',
    trigger: 'manual',
    mode: 'stateful',
    pending: false,
    summary: 'Add token refresh',
    description: 'Access tokens live an hour.\n\nRefresh tokens rotate.',
    analysis: sampleAnalysis(),
    context: {
      working_directory: '/home/ada/shop',
      worktree: '/home/ada/shop',
      branch: 'feature/refresh',
      commit: '1111111111111111111111111111111111111111',
      upstream_ahead: 2,
      upstream_behind: 0,
      relevant_packages: ['src/auth'],
      recent_commands: [{ command: 'npm test', exit: 1 }],
      git_status: {
        staged: [],
        modified: ['src/auth/token.ts'],
        untracked: ['notes.txt'],
        deleted: [],
        conflicted: [],
      },
    },
    session: { agent: 'claude-code', id: 'abc-123', model: 'some-model', context_tokens: 81_000 },
    files_modified: ['src/auth/token.ts'],
    skipped: [{ path: '.env', size: 40, why: 'secret' }],
    totals: { files: 2, bytes: 2048, added: 40, removed: 3 },
    redactions: 1,
    ...overrides,
  };
}

export function sampleAnalysis(): Analysis {
  return {
    source: 'agent',
    problem: 'Users are logged out every hour.',
    session_intent: 'Keep users signed in without long-lived access tokens.',
    current_task: 'Rotate refresh tokens on use',
    decisions: ['Refresh tokens are single use', 'Store only their hash'],
    findings: ['The session cookie is never renewed because `renew` is called before `load`'],
    last_exchange: ['rotate them on every use', 'Issuing works.\nThe rotation test fails with 401.'],
    technical_context: ['Node 20, Fastify, PostgreSQL'],
    play_by_play: ['Design → compared two libraries → wrote our own'],
    current_state: ['Issuing works', 'Rotation test fails'],
    next_actions: ['Fix src/auth/token.ts:42', 'Write the migration'],
    blockers: ['npm test fails: expected 200, got 401'],
    user_rules: ['Do not commit without asking'],
    pasted_findings: [],
    relevant_docs: ['docs/auth.md'],
    artifacts: [{ path: 'src/auth/token.ts', status: 'modified', change: 'rotation | with a bar' }],
  };
}

/** An analysis of awkward texts, for properties. */
export function randomAnalysis(random: Random): Analysis {
  const texts = () => random.list(4, () => awkwardText(random));
  return {
    ...emptyAnalysis,
    source: 'user',
    problem: awkwardText(random),
    session_intent: awkwardText(random),
    current_task: awkwardText(random),
    decisions: texts(),
    technical_context: texts(),
    play_by_play: texts(),
    current_state: texts(),
    next_actions: texts(),
    blockers: texts(),
    user_rules: texts(),
    artifacts: random.list(3, () => ({
      path: awkwardText(random),
      status: random.pick(['created', 'modified', 'deleted', 'renamed'] as const),
      change: awkwardText(random),
    })),
  };
}
