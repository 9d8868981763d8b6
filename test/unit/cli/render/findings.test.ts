import * as assert from 'uvu/assert';
import { renderFindings } from '../../../../src/cli/render/findings.ts';
import type { Finding } from '../../../../src/hooks/doctor/doctor.ts';
import { fixedWorld } from '../../../support/fixed-world.ts';
import { describe } from '../../../support/suite.ts';

const world = fixedWorld('/repo');
const findings: readonly Finding[] = [
  { state: 'ok', text: 'git-checkpoint 1.0.0 on node v20' },
  { state: 'ok', text: 'Codex, user: 3 hooks in hooks.json' },
  { state: 'ok', text: '  Stop: 12 ms', milliseconds: 12 },
  { state: 'wrong', text: '  SessionStart: 3 ms, exit 127: not found', milliseconds: 3, hint: 'It runs `x`.' },
  { state: 'ok', text: '  SessionEnd: 40 ms', milliseconds: 40 },
  { state: 'note', text: 'Gemini CLI found', hint: 'Install it.' },
];

describe('what doctor prints', (it) => {
  it('folds hooks that work, and says how to fix the one that does not', () => {
    const text = renderFindings(findings.toSpliced(3, 1), false, world);
    assert.is(
      text,
      [
        '✓ git-checkpoint 1.0.0 on node v20',
        '✓ Codex, user: 3 hooks in hooks.json, slowest 40 ms',
        '– Gemini CLI found',
        '    Install it.',
        'No problems.',
        '',
      ].join('\n'),
    );
    const wrong = renderFindings(findings, false, world);
    assert.match(wrong, '✓ Codex, user: 3 hooks in hooks.json, slowest 40 ms\n');
    assert.match(wrong, '✗   SessionStart: 3 ms, exit 127: not found\n    fix: It runs `x`.\n');
    assert.match(wrong, /\n1 problem\.\n$/);
  });

  it('lists all of them with --verbose', () => {
    assert.match(renderFindings(findings, true, world), '✓   Stop: 12 ms\n');
  });
});
