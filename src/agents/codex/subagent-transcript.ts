import { beginningOf } from '../transcript-files.ts';

/** Who started a session stands at the beginning of its long first line. */
export const HEAD = 4096;

const SUBAGENT = /"source"\s*:\s*\{\s*"subagent"/;

/** Whether a rollout that begins so is of a subagent, or of a review that Codex makes by itself. */
export function isSubagents(head: string): boolean {
  return SUBAGENT.test(head);
}

export async function isSubagentTranscript(path: string): Promise<boolean> {
  return isSubagents(await beginningOf(path, HEAD));
}
