import type { RecentCommand } from '../../../core/note.ts';
import { testRuns } from '../../../core/test-run.ts';
import type { CheckpointPageJson } from '../../api.ts';

type Described = CheckpointPageJson['checkpoint'];

/** What happened to something that was known. */
export interface Happened {
  readonly title: string;
  readonly tone: '' | 'passed' | 'failed';
  readonly mark: string;
  readonly items: readonly string[];
}

/** What happened between two checkpoints, in the words of somebody who was away meanwhile. */
export function whatHappened(before: Described, after: Described): Happened[] {
  const [old, now] = [before.analysis, after.analysis];
  const tests = testsBetween(before.context.recent_commands, after.context.recent_commands);
  const found: Happened[] = [
    { title: 'Decided', tone: '', mark: '•', items: added(old.decisions, now.decisions) },
    { title: 'Done', tone: 'passed', mark: '✓', items: added(now.next_actions, old.next_actions) },
    { title: 'Settled', tone: 'passed', mark: '✓', items: added(now.blockers, old.blockers) },
    { title: 'Red to green', tone: 'passed', mark: '✓', items: tests.green },
    { title: 'Green to red', tone: 'failed', mark: '✗', items: tests.red },
    { title: 'New blockers', tone: 'failed', mark: '✗', items: added(old.blockers, now.blockers) },
    { title: 'New next steps', tone: '', mark: '•', items: added(old.next_actions, now.next_actions) },
    { title: 'Found out', tone: '', mark: '•', items: added(old.findings, now.findings) },
  ];
  return found.filter(({ items }) => items.length > 0);
}

function added(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((text) => !before.includes(text));
}

/** Test commands that ended in another way than at the checkpoint before. */
function testsBetween(before: readonly RecentCommand[], after: readonly RecentCommand[]) {
  const then = new Map(testRuns(before).map(({ command, outcome }) => [command, outcome]));
  const now = new Map(testRuns(after).map(({ command, outcome }) => [command, outcome]));
  const turned = (from: string, to: string) =>
    [...now].filter(([command, outcome]) => outcome === to && then.get(command) === from).map(([command]) => command);
  return { green: turned('failed', 'passed'), red: turned('passed', 'failed') };
}
