import { basename, dirname } from 'node:path';
import type { SideTranscript } from '../conversation-format.ts';
import { beginningOf } from '../transcript-files.ts';
import { newestRollouts } from './find-transcript.ts';
import { HEAD, isSubagents } from './subagent-transcript.ts';

const ID = /^rollout-.*-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/;
const PARENT = /"parent_thread_id"\s*:\s*"([^"]+)"/;

/** The rollouts of subagents that a session started, and of those that these started in turn. */
export async function codexSideTranscripts(transcript: string): Promise<readonly SideTranscript[]> {
  const [own, sessions] = [idOf(transcript), /^(.*)[\\/]\d{4}[\\/]\d\d[\\/]\d\d$/.exec(dirname(transcript))?.[1]];
  if (own === undefined || sessions === undefined) return [];
  const family = new Set([own]);
  const sides: SideTranscript[] = [];
  // A subagent begins after its parent, and paths begin with the time.
  const later = (await newestRollouts(sessions)).filter((path) => path > transcript).toReversed();
  for (const path of later) {
    const head = await beginningOf(path, HEAD);
    const name = idOf(path);
    if (name === undefined || !isSubagents(head) || !family.has(PARENT.exec(head)?.[1] ?? '')) continue;
    family.add(name);
    sides.push({ name, path });
  }
  return sides;
}

function idOf(path: string): string | undefined {
  return ID.exec(basename(path))?.[1];
}
