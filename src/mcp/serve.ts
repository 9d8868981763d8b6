import { Console } from 'node:console';
import type { World } from '../core/world.ts';
import { buildServer } from './server.ts';
import { stdioTransport } from './stdio-transport.ts';

/** Serves until the client closes our input. */
export async function serve(world: World): Promise<number> {
  keepStandardOutput();
  const { McpServer, ResourceTemplate, JSONRPCMessageSchema, z } = await import('./sdk.ts');
  const server = buildServer({ McpServer, ResourceTemplate, z }, world);
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
  });
  server.server.onerror = (error) => world.stderr.write(`git-checkpoint: ${error.message}\n`);
  await server.connect(stdioTransport(world, (value) => JSONRPCMessageSchema.parse(value)));
  await closed;
  return 0;
}

/** Standard output belongs to the protocol: a library that prints something prints it as talk. */
function keepStandardOutput(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
}
