import { BOUNDS, bounded } from './bounds.ts';
import { type ChangedFile, uncommittedWords } from './changes.ts';
import { checkOf, checksOf, partOfKind } from './command-kind.ts';
import { errorLine, summaryLine } from './command-outcome.ts';
import { findDeliveries } from './deliveries.ts';
import { failedCheck } from './open-failures.ts';
import { cutWords } from './sentences.ts';
import { type CallView, type Item, isEdit, type SessionView } from './session-view.ts';
import type { TaskList } from './task-list.ts';

/** Where things stand: what was finished, the last checks, what was delivered, the agent's last words, the tree. */
export function findCurrentState(view: SessionView, tasks: TaskList, changes: readonly ChangedFile[]): Item[] {
  return bounded(
    [
      ...howItEnded(view),
      ...lastChecks(view),
      ...longTaskList(tasks),
      ...delivered(view),
      ...finished(tasks),
      tree(changes),
    ],
    BOUNDS.current_state,
  );
}

function howItEnded(view: SessionView): Item[] {
  const last = view.turns.at(-1);
  if (last === undefined || last.finished || last.kind === 'nothing') return [];
  const doing = last.calls.at(-1);
  const at = doing === undefined ? '' : `, last step: ${describeStep(doing)}`;
  const how = {
    interrupted: 'The user interrupted the last turn',
    'api-error': 'An API error ended the last turn',
    open: 'The last turn is unfinished',
  };
  return [
    {
      text: `${how[last.turn.outcome === 'done' ? 'open' : last.turn.outcome]}${at}`,
      from: { by: 'session', turn: last.number },
    },
  ];
}

function describeStep({ call, paths }: CallView): string {
  if (call.command !== undefined) return `\`${cutWords(call.command, 120)}\``;
  return cutWords([call.tool, ...paths.slice(0, 3)].join(' '), 140);
}

const CHECKS = { test: 'Tests', build: 'Build', lint: 'Lint' } as const;
type CheckKind = keyof typeof CHECKS;

/** The newest run of each kind of check, and whether it passed. */
function lastChecks(view: SessionView): Item[] {
  return (Object.keys(CHECKS) as CheckKind[]).flatMap((kind) => {
    const at = view.calls.findLastIndex(
      ({ call }) => call.result !== 'refused' && partOfKind(call.command ?? '', kind) !== undefined,
    );
    const run = view.calls[at];
    const part = partOfKind(run?.call.command ?? '', kind);
    if (run === undefined || part === undefined) return [];
    const isOld = view.calls.slice(at + 1).some((call) => isEdit(call) && call.paths.some(isInside));
    const [word, detail] = verdict(run, kind, part);
    const when = isOld ? ', before files were edited again' : '';
    return [
      {
        text: `${CHECKS[kind]}: \`${cutWords(part, 120)}\` ${word}${when}${detail === '' ? '' : `: ${detail}`}`,
        from: { by: 'command', turn: run.turn },
      },
    ];
  });
}

function isInside(path: string): boolean {
  return !/^(?:[/~\\]|\.\.|[A-Za-z]:)/.test(path);
}

/** In a chain of checks only one of them failed; what stands behind it may not have run. */
function verdict(run: CallView, kind: CheckKind, part: string): [word: string, detail: string] {
  const { call, failed } = run;
  if (call.result === 'open') return ['was still running', ''];
  if (call.result === 'interrupted') return ['was interrupted', ''];
  if (!failed) return ['passed', kind === 'build' ? '' : summaryLine(call.output ?? '', kind)];
  const names = checksOf(call.command ?? '').map(({ name }) => name);
  const [mine, culprit] = [checkOf(part).name, failedCheck(run).name];
  if (mine === culprit) return ['failed', errorLine(call.output ?? '') || 'no message'];
  const isBehind = names.includes(culprit) && names.indexOf(mine) > names.indexOf(culprit);
  return isBehind ? [`has no result, \`${culprit}\` failed before it`, ''] : ['was followed by a failure', ''];
}

/** The next actions hold only so many tasks; how many there are must not be taken from them then. */
function longTaskList({ openInAll }: TaskList): Item[] {
  if (openInAll < BOUNDS.next_actions.count) return [];
  return [{ text: `Open on the task list: ${openInAll} tasks in all`, from: { by: 'tasks' } }];
}

function delivered(view: SessionView): Item[] {
  const deliveries = findDeliveries(view);
  const commits = deliveries.filter(({ what }) => what === 'commit').slice(-5);
  const rest = (['push', 'pull request'] as const).flatMap(
    (what) => deliveries.findLast((one) => one.what === what) ?? [],
  );
  return [
    ...commits.map(({ text, turn }) => ({ text: `Committed: ${text}`, from: { by: 'command', turn } as const })),
    ...rest.map(({ what, text, turn }) => ({
      text: what === 'push' ? `Pushed in turn ${turn}` : `Opened a pull request ${text}`.trim(),
      from: { by: 'command', turn } as const,
    })),
  ];
}

function finished(tasks: TaskList): Item[] {
  const done = tasks.done.slice(-12).map(({ text }) => ({ text: `Done: ${text}`, from: { by: 'tasks' } as const }));
  const forgotten = tasks.abandoned.map(({ text }) => ({
    text: `Never ticked off: ${text}`,
    from: { by: 'tasks' } as const,
  }));
  return [...done, ...forgotten.slice(0, 4)];
}

function tree(changes: readonly ChangedFile[]): Item {
  return { text: uncommittedWords(changes), from: { by: 'git' } };
}
