import { evidenceWords } from '../../../core/evidence-words.ts';
import type { Evidence } from '../../../core/note.ts';
import { checkpointAddress } from '../route.ts';

interface Props {
  readonly evidence: Evidence;
  /** The checkpoint whose conversation has the turn; absent where none is stored. */
  readonly said: number | undefined;
}

/** Who says so. Where the turn is stored, it leads there; an earlier session has its own turns. */
export function EvidenceBadge({ evidence, said }: Props) {
  const { turn, earlier, command } = evidence;
  const words = evidenceWords(evidence);
  if (said === undefined || turn === undefined || earlier)
    return (
      <span class="evidence" title={command ?? 'who says so'}>
        {words}
      </span>
    );
  return (
    <a
      class="evidence"
      href={checkpointAddress(said, 'conversation', String(turn))}
      title="Read it in the conversation"
    >
      {words}
    </a>
  );
}
