import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import { foundInSummary } from '../../../src/analysis/compaction-findings.ts';
import { decidedInSummary } from '../../../src/analysis/compaction-words.ts';
import type { Turn } from '../../../src/core/session.ts';
import { sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const SUMMARY = `This session is being continued from a previous conversation.

Analysis:
1. **Start**: The tiles were drawn twice because the \`layer\` was never cleared.

Summary:
1. Primary Request and Intent:
   - The user asked me to repair the tiles of the map
   - After the repair, user requested: "commit this"

2. Constraints:
   - A tile is stored in \`grid.json\`, which is only read at the start

3. Files and Code Sections:
   - **\`src/tiles.ts\`**
     \`\`\`ts
     # Errors: none
     \`\`\`

4. Errors and fixes:
   - **Tiles drawn twice**:
     - Symptom: The log showed each tile two times
     - Root cause: \`drawTiles()\` never clears the \`layer\`
     - Fix: It clears the \`layer\` before each frame
   - **No legend**:
     - The map had no room for it
     - Fixed by a wider page
   - **User feedback on the colours**: They should stay as they are in \`theme.json\`.

5. Problem Solving:
   - **Solved**: The root cause was found by following the calls
   - But \`drawTiles()\` does not clear what it had drawn

6. All user messages:
   - "repair the tiles"
   - "never touch the fixtures in test/maps" (about the tests)
   - "can you add a scale? (don't add too many lines, just the core)"
   - "the legend should not be in the corner but below the map"

7. Pending Tasks:
   - None

8. Current Work:
   Currently the \`legend\` is drawn but does not have a border.
   The user wants \`legend\` to have one because it is hard to see.
`;

const analyze = (...turns: readonly Turn[]) =>
  analyzeSession({ session: sessionOf(turns, { compactions: [SUMMARY] }), changes: [] }).analysis;

describe('the summary of a compaction', (it) => {
  it('tells each error with its cause and its fix, and no state, talk or way to it as a finding', () => {
    assert.equal(foundInSummary(SUMMARY), {
      errors: [
        'Tiles drawn twice: Root cause: `drawTiles()` never clears the `layer`; Fix: It clears the `layer` before each frame',
        'No legend: The map had no room for it; Fixed by a wider page',
      ],
      prose: '   - A tile is stored in `grid.json`, which is only read at the start',
    });
    const { findings, problem } = analyze(turnOf('add a border to the legend', 'Done.'));
    assert.equal(findings.length, 3, findings.join('\n'));
    assert.is(problem, 'Repair the tiles of the map');
  });

  it('is read sentence by sentence where it has no sections', () => {
    assert.is(foundInSummary('The tiles are drawn twice because the layer is never cleared.'), undefined);
  });

  it('leaves out what was wanted and still to do where its sections are others', () => {
    const found = foundInSummary(
      '## Goal\nA map\n## State of the code\n- `a.ts` reads tiles\n## Next steps\n1. Add a legend',
    );
    assert.equal(found, { errors: [], prose: '- `a.ts` reads tiles' });
  });

  it('tells what the user decided about the work', () => {
    assert.equal(decidedInSummary(SUMMARY), ['the colours: They should stay as they are in `theme.json`.']);
    assert.equal(decidedInSummary('## Key decisions\n- SQLite, no server\n- One file per map\n## Next\n'), [
      'SQLite, no server',
      'One file per map',
    ]);
  });

  it('knows rules and choices of the messages that it quotes, unless the transcript has them', () => {
    const found = analyze(turnOf('add a border to the legend', 'Done.'));
    assert.equal(found.user_rules, ['never touch the fixtures in test/maps']);
    assert.equal(found.decisions, [
      'the colours: They should stay as they are in `theme.json`.',
      'the legend should not be in the corner but below the map',
    ]);
    assert.equal(found.evidence?.['user_rules.0'], { by: 'summary' });
    const again = analyze(turnOf('never touch the fixtures in test/maps', 'Ok.'));
    assert.equal(again.evidence?.['user_rules.0'], { by: 'user', turn: 1 });
  });

  it('tells no next step as a decision, and what is settled below a heading of its own as one', () => {
    const summary = [
      'Summary:',
      '1. Primary Request and Intent:',
      '   Draw the map.',
      '2. Current Work:',
      '   The map is half drawn.',
      '   Design direction established:',
      '   - One sheet only, in `map.md`',
      '   - No colours',
      '3. Optional Next Step:',
      '   Still needed:',
      '   1. Find the decisions table and its constraints: `grep TABLE db/`',
      '   2. Write tests for it',
    ].join('\n');
    assert.equal(decidedInSummary(summary), ['One sheet only, in `map.md`', 'No colours']);
  });
});
