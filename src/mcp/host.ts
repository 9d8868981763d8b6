import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { defined } from '../core/defined.ts';
import { describeError, Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import type { Caller } from '../note/calling-session.ts';
import { locate } from '../open/open-engine.ts';
import { openLocated, type Repository } from '../open/repository.ts';
import { hasJournal } from '../restore/journal.ts';
import { recoverRestore } from '../restore/recover.ts';
import type { Extra } from './progress.ts';
import { projectDirectory } from './project-directory.ts';

/** The client's side of things: where it works and as whom. */
export interface Host {
  /** Opens the client's repository for one piece of work, ends a restore that was cut off there, and closes it afterwards. */
  withRepository<T>(work: (repository: Repository) => Promise<T>): Promise<T>;
  caller(extra: Extra): Caller;
}

export function hostOf(server: McpServer, world: World): Host {
  return {
    withRepository: async (work) => {
      const cwd = await projectDirectory(server, world);
      const here = { ...world, cwd, stdout: world.stderr };
      const repository = await open(cwd, here);
      try {
        if (hasJournal(repository.engine.place)) await endRestore(repository);
        return await work(repository);
      } finally {
        for (const warning of repository.warnings) world.stderr.write(`git-checkpoint: ${warning}\n`);
        await repository.close();
      }
    },
    caller: ({ _meta = {} }) => callerOf(server, _meta),
  };
}

/** Whoever only wants to read is not stopped by a restore that cannot be ended; the next restore says why. */
async function endRestore(repository: Repository): Promise<void> {
  try {
    await recoverRestore(repository);
  } catch (error) {
    repository.world.stderr.write(`git-checkpoint: ${describeError(error)}\n`);
  }
}

/** Opened at its top: paths in arguments and results are relative to that. */
async function open(directory: string, world: World): Promise<Repository> {
  try {
    const { engine, place } = await locate(directory, world);
    return await openLocated({ engine, place: { ...place, prefix: '' } }, world);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const where =
      "The directory is the client's first root, else CLAUDE_PROJECT_DIR, else where the server was started.";
    throw new Failure(error.kind, error.message, { hint: `${error.hint ?? ''}\n${where}`.trim(), cause: error });
  }
}

/** Claude Code says with each call where it stands in the transcript, Codex in which session. */
function callerOf({ server }: McpServer, meta: Readonly<Record<string, unknown>>): Caller {
  const { 'claudecode/toolUseId': toolUseId, threadId: sessionId } = meta;
  return defined({
    client: server.getClientVersion()?.name ?? '',
    sessionId: typeof sessionId === 'string' ? sessionId : undefined,
    toolUseId: typeof toolUseId === 'string' ? toolUseId : undefined,
  });
}
