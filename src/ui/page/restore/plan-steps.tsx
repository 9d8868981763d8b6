import type { PlanJson } from '../../api.ts';
import { Counts } from '../parts/counts.tsx';
import { counted, number } from '../words.ts';

interface Props {
  readonly plan: PlanJson;
  /** Files that stay as they are. */
  readonly left: ReadonlySet<string>;
  readonly change: (left: ReadonlySet<string>) => void;
}

const MOST = 500;

/** What no commit has; the safety copy keeps it. */
const lossWords = {
  edits: { gone: 'uncommitted edits go', replaced: 'uncommitted edits are replaced' },
  untracked: { gone: 'untracked', replaced: 'untracked, replaced' },
} as const;

/** What happens to a file. */
export function StepAction({ action }: { action: string }) {
  return <span class={`step-action action-${action}`}>{action}</span>;
}

/** Each file with a box: what is not ticked stays as it is. */
export function PlanSteps({ plan: { steps, kept, conflicts }, left, change }: Props) {
  const toggle = (path: string) => {
    const next = new Set(left);
    if (!next.delete(path)) next.add(path);
    change(next);
  };
  if (steps.length === 0) return null;
  const all = left.size === 0;
  return (
    <fieldset class="steps">
      <legend class="hidden">Files</legend>
      <label class="step all">
        <input
          type="checkbox"
          checked={all}
          onChange={() => change(all ? new Set(steps.map(({ path }) => path)) : new Set())}
        />
        <span class="path">
          {number(steps.length - left.size)} of {counted(steps.length, 'file')}
        </span>
        <Counts {...sumSteps(steps.filter(({ path }) => !left.has(path)))} />
      </label>
      {steps.slice(0, MOST).map(({ action, path, added = 0, removed = 0, loses }) => (
        <label key={path} class="step">
          <input type="checkbox" checked={!left.has(path)} onChange={() => toggle(path)} />
          <StepAction action={action} />
          <span class="path">{path}</span>
          <span class="step-badges">
            {loses !== undefined && (
              <span class="chip warn">{lossWords[loses][action === 'delete' ? 'gone' : 'replaced']}</span>
            )}
            {conflicts.includes(path) && <span class="chip bad">conflict marks</span>}
          </span>
          <Counts added={added} removed={removed} />
        </label>
      ))}
      {steps.length > MOST && <p class="quiet">and {number(steps.length - MOST)} more</p>}
      {kept.length > 0 && <p class="quiet">Stay as they are: {kept.slice(0, 10).join(', ')}</p>}
    </fieldset>
  );
}

function sumSteps(steps: PlanJson['steps']): { readonly added: number; readonly removed: number } {
  const sum = (side: 'added' | 'removed') => steps.reduce((total, step) => total + (step[side] ?? 0), 0);
  return { added: sum('added'), removed: sum('removed') };
}
