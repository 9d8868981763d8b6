import type { SessionDraft } from '../session-draft.ts';
import { partsOf } from './call-parts.ts';
import { settle, takeEnding } from './ending.ts';
import { readOutput, readScript } from './output.ts';
import { takeScript } from './script-result.ts';

/** Takes the output of a call, as the model saw it. */
export function takeOutput(draft: SessionDraft, id: string, output: unknown): void {
  if (draft.callOf(id) === undefined) return;
  const script = readScript(output);
  if (script !== undefined) {
    takeScript(draft, id, script);
    return;
  }
  const ending = readOutput(output);
  takeEnding(draft, id, ending);
  for (const part of partsOf(draft, id).slice(1)) settle(part, ending);
}
