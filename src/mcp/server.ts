import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { VERSION } from '../core/version.ts';
import type { World } from '../core/world.ts';
import { callTool } from './call-tool.ts';
import { gate } from './gate.ts';
import { hostOf } from './host.ts';
import { instructions } from './instructions.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { tools } from './tools.ts';

type Sdk = Pick<typeof import('./sdk.ts'), 'McpServer' | 'ResourceTemplate' | 'z'>;

/** Each call runs several git processes; more at a time would only slow each other. */
const CALLS_AT_ONCE = 4;
const MAX_ARGUMENT_PARTS = 5000;

/** The server with everything that it offers, not yet connected. */
export function buildServer(sdk: Sdk, world: World): McpServer {
  const server = new sdk.McpServer(
    { name: 'git-checkpoint', title: 'git-checkpoint', version: VERSION },
    { instructions, maxToolInputElements: MAX_ARGUMENT_PARTS },
  );
  const host = hostOf(server, world);
  const inTurn = gate(CALLS_AT_ONCE);
  for (const tool of tools) {
    const { title, description, annotations } = tool;
    const inputSchema = sdk.z.strictObject(tool.input(sdk.z));
    const outputSchema = sdk.z.object(tool.output(sdk.z));
    const definition = { title, description, annotations, inputSchema, outputSchema };
    server.registerTool(tool.name, definition, async (args, extra) => {
      const result = await inTurn(() => callTool(tool, args, { host, extra }));
      if (tool.makesCheckpoints && !result.isError) server.sendResourceListChanged();
      return result;
    });
  }
  addPrompts(server, sdk.z, host);
  addResources(server, sdk, host);
  return server;
}
