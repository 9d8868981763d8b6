import { Console } from 'node:console';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { World } from '../core/world.ts';
import { buildServer } from './server.ts';
import { stdioTransport } from './stdio-transport.ts';
import { wrongParameters } from './wrong-parameters.ts';

/** Serves until the client closes our input. */
export async function serve(world: World): Promise<number> {
  keepStandardOutput();
  const { McpServer, ResourceTemplate, JSONRPCMessageSchema, requestSchemas, z } = await import('./sdk.ts');
  const server = buildServer({ McpServer, ResourceTemplate, z }, world);
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
  });
  server.server.onerror = (error) => world.stderr.write(`git-checkpoint: ${error.message}\n`);
  const protocol = {
    readMessage: (value: unknown) => JSONRPCMessageSchema.parse(value),
    wrongParameters: (message: JSONRPCMessage) => wrongParameters(requestSchemas, message),
  };
  await server.connect(stdioTransport(world, protocol));
  await closed;
  return 0;
}

/** Standard output belongs to the protocol: a library that prints something prints it as talk. */
function keepStandardOutput(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
}
