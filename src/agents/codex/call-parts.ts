import type { DraftCall } from '../draft-state.ts';
import type { SessionDraft } from '../session-draft.ts';

/** The id of one of the calls that a record makes: a program calls several tools, a patch edits several files. */
export function partId(id: string, part: number): string {
  return part === 0 ? id : `${id}#${part}`;
}

/** The calls of a record that are still known, in order. */
export function partsOf(draft: SessionDraft, id: string): readonly DraftCall[] {
  const parts: DraftCall[] = [];
  for (let part = draft.callOf(id); part !== undefined; part = draft.callOf(partId(id, parts.length))) parts.push(part);
  return parts;
}
