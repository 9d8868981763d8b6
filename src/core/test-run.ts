import { hasFailed, hasPassed } from './describe-command.ts';
import type { RecentCommand } from './note.ts';

const TEST_COMMAND = /\b(?:tests?|pytest|jest|vitest|mocha|rspec|phpunit|ctest)\b/i;

interface TestRun {
  readonly command: string;
  readonly outcome: 'passed' | 'failed';
}

/** The test runs among commands whose end is known, newest last. */
export function testRuns(commands: readonly RecentCommand[]): TestRun[] {
  return commands
    .filter((command) => TEST_COMMAND.test(command.command) && (hasFailed(command) || hasPassed(command)))
    .map((command) => ({ command: command.command, outcome: hasFailed(command) ? 'failed' : 'passed' }));
}
