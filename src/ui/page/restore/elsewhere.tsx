import { useState } from 'preact/hooks';

interface Props {
  readonly mode: 'worktree' | 'branch';
  readonly busy: boolean;
  readonly restore: (branch: string | undefined) => Promise<void>;
}

/** A checkpoint checked out beside the working tree, which stays as it is. */
export function Elsewhere({ mode, busy, restore }: Props) {
  const [branch, setBranch] = useState('');
  const name = branch.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void restore(mode === 'branch' ? name : undefined);
      }}
    >
      {mode === 'branch' && (
        <label class="field">
          Name of the new branch
          <input type="text" required value={branch} onInput={(event) => setBranch(event.currentTarget.value)} />
        </label>
      )}
      <footer class="buttons">
        <p class="quiet">This working tree is not touched.</p>
        <button type="submit" class="primary" disabled={busy || (mode === 'branch' && name === '')}>
          {busy ? 'Checking it out…' : 'Create it'}
        </button>
      </footer>
    </form>
  );
}
