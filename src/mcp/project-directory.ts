import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { describeError } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import { locate } from '../open/open-engine.ts';

const PATIENCE = 3000;

/**
 * Where the client works: its first root that lies in a repository, else its first root, else CLAUDE_PROJECT_DIR, else the
 * directory of this process.
 */
export async function projectDirectory({ server }: McpServer, world: World): Promise<string> {
  const roots = server.getClientCapabilities()?.roots === undefined ? [] : await askForRoots(server, world);
  for (const root of roots) if (await isInRepository(root, world)) return root;
  const fromEnvironment = [world.env['CLAUDE_PROJECT_DIR'] ?? ''].filter(isDirectory);
  return roots[0] ?? fromEnvironment[0] ?? world.cwd;
}

async function askForRoots(server: McpServer['server'], world: World): Promise<string[]> {
  try {
    const { roots } = await server.listRoots(undefined, { timeout: PATIENCE });
    return roots.flatMap(({ uri }) => pathOf(uri)).filter(isDirectory);
  } catch (error) {
    // A client that offers roots and does not name them still has a directory.
    world.stderr.write(`git-checkpoint: the client did not name its roots: ${describeError(error)}\n`);
    return [];
  }
}

function pathOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}

function isDirectory(path: string): boolean {
  return path !== '' && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

function isInRepository(directory: string, world: World): Promise<boolean> {
  return locate(directory, world).then(
    () => true,
    () => false,
  );
}
