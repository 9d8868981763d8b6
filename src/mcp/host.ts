import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Failure } from '../core/failure.ts';
import type { SessionFacts } from '../core/note.ts';
import type { World } from '../core/world.ts';
import { locate } from '../repository/place.ts';
import { openRepository, type Repository } from '../repository/repository.ts';
import { projectDirectory } from './project-directory.ts';

/** The client's side of things: where it works and as whom. */
export interface Host {
  /** Opens the client's repository for one piece of work and closes it afterwards. */
  withRepository<T>(work: (repository: Repository) => Promise<T>): Promise<T>;
  session(): SessionFacts | undefined;
}

export function hostOf(server: McpServer, world: World): Host {
  return {
    withRepository: async (work) => {
      const cwd = await projectDirectory(server, world);
      const here = { ...world, cwd, stdout: world.stderr };
      const repository = await open(cwd, here);
      try {
        return await work(repository);
      } finally {
        await repository.close();
      }
    },
    session: () => sessionOf(server, world),
  };
}

/** Opened at its top: paths in arguments and results are relative to that. */
async function open(directory: string, world: World): Promise<Repository> {
  try {
    return await openRepository((await locate(directory, world)).root, world);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const where =
      'The directory is the client’s first root, else CLAUDE_PROJECT_DIR, else where the server was started.';
    throw new Failure(error.kind, error.message, { hint: `${error.hint ?? ''}\n${where}`.trim(), cause: error });
  }
}

/** Claude Code names the session to the servers that it starts. */
function sessionOf({ server }: McpServer, { env }: World): SessionFacts | undefined {
  const id = env['CLAUDE_CODE_SESSION_ID'];
  if (id === undefined || id === '') return undefined;
  const version = server.getClientVersion()?.version;
  return { agent: 'claude-code', id, ...(version === undefined ? {} : { agent_version: version }) };
}
