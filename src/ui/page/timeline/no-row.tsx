interface Props {
  /** There are checkpoints that the filters leave out. */
  readonly filtered: boolean;
  readonly clear: () => void;
}

/** What stands in the place of an empty list. */
export function NoRow({ filtered, clear }: Props) {
  if (filtered)
    return (
      <p class="none">
        No checkpoint is like that.{' '}
        <button type="button" class="small" onClick={clear}>
          Show all
        </button>
      </p>
    );
  return (
    <div class="none">
      <h2>No checkpoint yet.</h2>
      <p class="quiet">
        <code>git checkpoint save</code> makes one now. <code>git checkpoint install</code> has your coding agents make
        them by themselves: after each turn, and before a command that could destroy work.
      </p>
    </div>
  );
}
