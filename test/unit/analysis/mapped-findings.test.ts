import * as assert from 'uvu/assert';
import { findFindings } from '../../../src/analysis/findings.ts';
import { mappedPlaces } from '../../../src/analysis/report-map.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { ToolCall, Turn } from '../../../src/core/session.ts';
import { edited, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const REPORT = [
  '### 1. The lexer (`/work/app/src/lexer.ts`)',
  '',
  '**Token arm (lines 14-40):**',
  '```ts',
  'const token = next();',
  '```',
  '',
  '**Key points:**',
  '- Reads tabs by `readTab()`',
  '- Keeps the `cursor`',
  '',
  '### 2. Looks',
  '**Shared** (from `src/styles.css`):',
  '',
  '1. **`.lamp`**:',
  '   - Border of one pixel',
  '   - Hover: inverts the colours',
  '',
  '### 3. Thanks',
  '- All of it was fun to read.',
].join('\n');
const ARM = 'src/lexer.ts:14-40 Token arm: Reads tabs by `readTab()`; Keeps the `cursor`';
const LAMP = 'src/styles.css `.lamp`: Border of one pixel; Hover: inverts the colours';

describe('the places that a report maps', (it) => {
  it('are told with their file, their lines and what is there', () => {
    assert.equal(
      mappedPlaces(REPORT, '/work/app', 250).map(({ text }) => text),
      [ARM, LAMP],
    );
    assert.equal(mappedPlaces('## Summary\n- All is well in `a` and `b`.', '/work/app', 250), []);
  });

  it('are cut where there is no room', () => {
    assert.is(mappedPlaces(REPORT, '/work/app', 50)[0]?.text, 'src/lexer.ts:14-40 Token arm: Reads tabs by…');
  });
});

describe('findings from a map', (it) => {
  const agent: ToolCall = { tool: 'Task', action: 'agent', paths: [], result: 'ok' };
  const subagents = [{ description: 'Look around', result: REPORT }];
  const findings = (...turns: Turn[]) =>
    findFindings(viewSession(sessionOf(turns, { subagents })), { count: 20, length: 250 }).map(({ text }) => text);
  const open = (...steps: (string | ToolCall)[]): Turn => ({ ...turnOf('Plan it', ...steps), outcome: 'open' });

  it('stand while the turn that asked for it runs, unless the file was edited since', () => {
    assert.equal(findings(open(agent)), [`${ARM} (subagent)`, `${LAMP} (subagent)`]);
    assert.equal(findings(open(agent, edited('src/lexer.ts'))), [`${LAMP} (subagent)`]);
  });

  it('are of a list of files those that have most to do with the request', () => {
    const entry = (name: string, what: string) => `**\`/work/app/src/${name}.ts\`**\n- ${what} by \`${name}()\`\n`;
    const list = ['crane', 'lamp', 'berth', 'pier', 'rope']
      .map((name) => entry(name, `Handles the ${name}`))
      .join('\n');
    const told = (prompt: string) => {
      const turn: Turn = { ...turnOf(prompt, agent), outcome: 'open' };
      const inventory = { subagents: [{ description: 'Look around', result: list }] };
      return findFindings(viewSession(sessionOf([turn], inventory)), { count: 20, length: 250 });
    };
    assert.equal(
      told('The berth is shown below its pier').map(({ text }) => text),
      [
        'src/berth.ts: Handles the berth by `berth()` (subagent)',
        'src/pier.ts: Handles the pier by `pier()` (subagent)',
      ],
    );
    assert.equal(told('Why is the screen white?'), []);
  });

  it('stand later where the talk is about them again', () => {
    const done = turnOf('Look', agent, 'Planned.');
    assert.equal(findings(done, turnOf('The lamps flicker', 'I look for `.lamp`.')), [`${LAMP} (subagent)`]);
    assert.equal(findings(done, turnOf('Open the door', 'Opened.')), []);
  });
});
