import { homedir } from 'node:os';
import { goOnCommand } from '../agents/client-commands.ts';
import { findTranscript } from '../agents/find-transcript.ts';
import { isDamaged } from '../core/checkpoint.ts';
import type { SessionFacts } from '../core/note.ts';
import type { SessionRef } from '../core/session.ts';
import type { Repository } from '../open/repository.ts';
import { readCheckpoints } from '../store/load.ts';
import { listNumbers } from '../store/state.ts';

/** The words that go on with a session; undefined for an agent that has no command line. */
export function continueCommand({ agent, id }: SessionRef): readonly string[] | undefined {
  return goOnCommand(agent, id);
}

/** The session of a checkpoint while its agent still has the transcript; undefined when that is gone or never was. */
export async function findNativeSession(
  { engine, world }: Repository,
  facts: SessionFacts | undefined,
): Promise<SessionRef | undefined> {
  if (facts === undefined || facts.id === '' || goOnCommand(facts.agent, facts.id) === undefined) return undefined;
  const { root } = engine.place;
  const home = world.env['HOME'] ?? homedir();
  const search = { agent: facts.agent, sessionId: facts.id, cwd: root, root, env: world.env, home };
  const found = await findTranscript(search);
  return found === undefined ? undefined : { agent: facts.agent, id: facts.id, cwd: root };
}

const LOOK_BACK = 20;

/** The session that the newest checkpoint of this worktree belongs to. */
export async function newestSession(repository: Repository): Promise<SessionRef | undefined> {
  const { engine } = repository;
  const newest = (await listNumbers(engine)).slice(-LOOK_BACK);
  const entries = (await readCheckpoints(engine, newest)).toReversed();
  const last = entries.find(
    (entry) => !isDamaged(entry) && belongsHere(entry.note.session, entry.note.context.worktree, engine.place.root),
  );
  return last === undefined || isDamaged(last) ? undefined : findNativeSession(repository, last.note.session);
}

function belongsHere(session: SessionFacts | undefined, worktree: string, root: string): boolean {
  return session !== undefined && session.id !== '' && worktree === root;
}
