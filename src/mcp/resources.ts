import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import { stripControls } from '../core/strip-controls.ts';
import { loadNamed } from '../open/repository.ts';
import { exportMarkdown } from '../repository/export.ts';
import { list } from '../repository/list.ts';
import { explain } from './call-tool.ts';
import { largestThatFits } from './fit.ts';
import type { Host } from './host.ts';

type Sdk = typeof import('./sdk.ts');

const MAX_LISTED = 50;

/** Registers `checkpoint://42`: a checkpoint as a document, to be mentioned in a conversation. */
export function addResources(server: McpServer, { ResourceTemplate }: Pick<Sdk, 'ResourceTemplate'>, host: Host): void {
  const template = new ResourceTemplate('checkpoint://{id}', {
    list: async () => ({ resources: await listResources(host) }),
    complete: { id: async (begun) => (await listNumbers(host)).filter((number) => number.startsWith(begun)) },
  });
  server.registerResource(
    'checkpoint',
    template,
    {
      title: 'Checkpoint',
      description: 'A checkpoint as a Checkpoint Format 1.0.0 document; checkpoint://latest is the newest',
      mimeType: 'text/markdown',
    },
    async (uri, { id }) => {
      const text = await readDocument(host, decodeURIComponent(String(id)));
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
    },
  );
}

async function listResources(host: Host) {
  const entries = await newest(host);
  return entries.map(({ number, note }) => ({
    uri: `checkpoint://${number}`,
    name: `checkpoint-${number}`,
    title: stripControls(`${number}: ${note.summary}`),
    mimeType: 'text/markdown',
  }));
}

async function listNumbers(host: Host): Promise<string[]> {
  return ['latest', ...(await newest(host)).map(({ number }) => String(number))];
}

/** Clients ask at every start and show the list among those of other servers: outside a repository it is empty, not an error. */
async function newest(host: Host): Promise<Checkpoint[]> {
  try {
    const entries = await host.withRepository((repository) => list(repository, { limit: MAX_LISTED }));
    return entries.filter((entry): entry is Checkpoint => !isDamaged(entry));
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

async function readDocument(host: Host, id: string): Promise<string> {
  try {
    const whole = await host.withRepository(async (repository) => exportMarkdown(await loadNamed(repository, id)));
    const shown = largestThatFits(whole.length, (length) => whole.slice(0, length));
    return shown.length === whole.length
      ? whole
      : `${shown}\n\nCut here; get_checkpoint with format markdown reads on.\n`;
  } catch (cause) {
    throw new Error(explain(cause), { cause });
  }
}
