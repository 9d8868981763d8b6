export type RestoreMode = 'overwrite' | 'merge' | 'worktree' | 'branch';

const modes: readonly { readonly mode: RestoreMode; readonly title: string; readonly about: string }[] = [
  { mode: 'overwrite', title: 'Overwrite', about: 'put files back as they were' },
  { mode: 'merge', title: 'Merge', about: 'keep later edits where both can stand' },
  { mode: 'worktree', title: 'New worktree', about: 'check it out beside this one' },
  { mode: 'branch', title: 'New branch', about: 'check it out beside this one, on a branch' },
];

/** How a checkpoint comes back. */
export function ModeChoice({ mode, choose }: { mode: RestoreMode; choose: (mode: RestoreMode) => void }) {
  return (
    <fieldset class="modes">
      <legend class="hidden">How</legend>
      {modes.map(({ mode: value, title, about }) => (
        <label key={value}>
          <input type="radio" name="mode" value={value} checked={mode === value} onChange={() => choose(value)} />
          <span>
            <b>{title}</b>
            <span class="quiet">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
