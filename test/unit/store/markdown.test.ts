import * as assert from 'uvu/assert';
import { Failure } from '../../../src/core/failure.ts';
import { renderMarkdown } from '../../../src/store/markdown.ts';
import { parseMarkdown } from '../../../src/store/parse-markdown.ts';
import { Random } from '../../support/random.ts';
import { randomAnalysis, sampleAnalysis } from '../../support/sample-note.ts';
import { describe } from '../../support/suite.ts';

const head = { checkpoint: 'CHECKPOINT-00042', created: '2026-01-02T03:04:05Z' };

function failure(text: string): Failure {
  try {
    parseMarkdown(text);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('it was read');
}

const notInTheFormat = { findings: [], last_exchange: [], relevant_docs: [] };

describe('Checkpoint Format 1.0.0', (it) => {
  it('carries an analysis there and back', () => {
    const document = {
      ...head,
      anchor: 'end: of "phase" 2',
      analysis: { ...sampleAnalysis(), source: 'user' as const, ...notInTheFormat },
    };
    assert.equal(parseMarkdown(renderMarkdown(document)), document);
  });

  it('renders what it parsed to the same model, whatever the text', () => {
    const random = new Random(4);
    for (let round = 0; round < 800; round += 1) {
      const once = parseMarkdown(renderMarkdown({ ...head, analysis: randomAnalysis(random) }));
      assert.equal(parseMarkdown(renderMarkdown(once)), once, `round ${round}`);
    }
  });

  it('reads a document written by hand', () => {
    const text = `---
checkpoint: chk-003
created: 2025-12-14T15:30:00Z
anchor: end-of-phase-2
---

## Problem
Build a game.

## Session Intent
It must work offline.

## Essential Information

### Decisions
- Platform: Web
- A long decision
  that goes on

### Technical Context
* React

### Play-By-Play
- Phase 1 → canvas → Complete

### Artifact Trail

| File | Status | Key Change |
|------|--------|------------|
| \`src/a.ts\` | created | the client |

### Current State
- Works

### Next Actions
- Phase 3
- Blocked: None

## User Rules
- Ask first
`;
    const { checkpoint, anchor, analysis } = parseMarkdown(text);
    assert.is(checkpoint, 'chk-003');
    assert.is(anchor, 'end-of-phase-2');
    assert.equal(analysis.decisions, ['Platform: Web', 'A long decision\nthat goes on']);
    assert.equal(analysis.technical_context, ['React']);
    assert.equal(analysis.artifacts, [{ path: 'src/a.ts', status: 'created', change: 'the client' }]);
    assert.equal(analysis.next_actions, ['Phase 3']);
    assert.equal(analysis.blockers, []);
    assert.equal(analysis.user_rules, ['Ask first']);
  });

  it('reads odd blanks as it writes them', () => {
    const whole = renderMarkdown({ ...head, anchor: 'one\u2028two', analysis: sampleAnalysis() })
      .replace('### Decisions\n', '### Decisions\n- \n  below its dash\n')
      .replace(/\| modified \| .*\|/, '| modified | two  blanks |');
    const document = parseMarkdown(whole);
    assert.is(document.anchor, 'one\u2028two');
    assert.is(document.analysis.decisions[0], 'below its dash');
    assert.ok(document.analysis.artifacts.some(({ change }) => change === 'two blanks'));
    assert.equal(parseMarkdown(renderMarkdown(document)), document);
  });

  it('keeps other headings, however often they come', () => {
    const document = { ...head, analysis: { ...sampleAnalysis(), source: 'user' as const, ...notInTheFormat } };
    const more = '\n## constructor\n- one\n\n## constructor\n- two\n';
    const sections = ['- one', '- two'].map((text) => ({ heading: '## constructor', text }));
    assert.equal(parseMarkdown(renderMarkdown(document) + more), { ...document, sections });
    assert.is(renderMarkdown({ ...document, sections }), renderMarkdown(document) + more);
  });

  it('names what is missing or wrong', () => {
    const whole = renderMarkdown({ ...head, analysis: sampleAnalysis() });
    assert.match(failure('# Notes\n').message, /has no front matter/);
    assert.match(failure(whole.replace(/^created: .*\n/m, '')).message, /lacks the field 'created'/);
    assert.match(failure(whole.replace(/^checkpoint: .*\n/m, '')).message, /lacks the field 'checkpoint'/);
    assert.match(failure(whole.replace(/^created: .*/m, 'created: yesterday')).message, /bad 'created': 'yesterday'/);
    assert.match(failure(whole.replace('### Decisions', '### Thoughts')).message, /lacks the section 'Decisions'/);
    assert.match(
      failure(whole.replace('| modified |', '| touched |')).message,
      /bad status in its artifact trail: 'touched'/,
    );
    const quotes = /has a text with quotes that do not fit: '"end'/;
    assert.match(failure(whole.replace('created:', 'anchor: "end\ncreated:')).message, quotes);
    assert.match(failure(whole.replace(/\| `[^`]+` \|/, '| "end |')).message, quotes);
    assert.match(failure(`${whole}\n## Problem\nagain\n`).message, /'Problem' twice/);
  });
});
