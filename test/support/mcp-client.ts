import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { bundleEnv, CLI } from './run-cli.ts';
import { runMain } from './run-main.ts';
import type { TestRepo } from './with-repo.ts';

interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a tool answers is JSON; the checks say what they expect of it.
  readonly data: any;
}

export interface McpClient {
  readonly client: Client;
  /** Calls a tool; the text block has to say the same as the structured content. */
  call(name: string, args?: Record<string, unknown>, meta?: Record<string, unknown>): Promise<ToolAnswer>;
}

interface ClientOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Folders that the client names as its roots; absent: it has none to name. */
  readonly roots?: readonly string[];
  /** Starts the shipped server as a process of its own. */
  readonly process?: boolean;
}

/** Starts the server and speaks to it through the SDK's client. */
export async function withMcp(
  repo: Pick<TestRepo, 'root' | 'env'>,
  use: (mcp: McpClient) => Promise<void>,
  options: ClientOptions = {},
): Promise<void> {
  const { roots } = options;
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: roots === undefined ? {} : { roots: { listChanged: true } } },
  );
  if (roots !== undefined) {
    const named = roots.map((root) => ({ uri: pathToFileURL(root).href }));
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: named }));
  }
  await client.connect(options.process ? processTransport(repo, options) : inProcessTransport(repo, options));
  try {
    await use({ client, call: (name, args = {}, meta = {}) => call(client, name, { args, meta }) });
  } finally {
    await client.close();
  }
}

function processTransport(repo: Pick<TestRepo, 'root' | 'env'>, options: ClientOptions): Transport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp'],
    cwd: options.cwd ?? repo.root,
    env: bundleEnv({ ...repo.env, ...options.env }),
    stderr: 'pipe',
  });
}

/** The server in this process, over streams; closed when it has ended. */
function inProcessTransport(
  repo: Pick<TestRepo, 'root' | 'env'>,
  { cwd = repo.root, env = {} }: ClientOptions,
): Transport {
  const stdin = new PassThrough();
  const served = { ended: Promise.resolve() };
  const transport: Transport = {
    start: async () => {
      const write = (line: string | Uint8Array) => transport.onmessage?.(JSON.parse(String(line)));
      served.ended = runMain(repo, ['mcp'], { cwd, env, stdin, stdout: { write } }).then(() => transport.onclose?.());
    },
    send: async (message) => void stdin.write(`${JSON.stringify(message)}\n`),
    close: async () => {
      stdin.end();
      await served.ended;
    },
  };
  return transport;
}

async function call(
  client: Client,
  name: string,
  { args, meta }: Readonly<Record<'args' | 'meta', Record<string, unknown>>>,
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: args, _meta: meta });
  const [block] = result.content as { readonly type: string; readonly text: string }[];
  if (block?.type !== 'text') throw new Error(`${name} answered without a text`);
  const isError = result.isError === true;
  if (!isError && JSON.stringify(JSON.parse(block.text)) !== JSON.stringify(result.structuredContent)) {
    throw new Error(`${name}: the text differs from the structured content`);
  }
  return { isError, text: block.text, data: result.structuredContent };
}
