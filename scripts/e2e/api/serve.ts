import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropic } from './anthropic.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { openai } from './openai.ts';
import type { ModelRequest, Reply } from './reply.ts';

const dialects = [anthropic, openai, gemini, chat];

/** A model on this machine that says what it is told to say, and remembers what it was asked. */
export interface ScriptedModel {
  readonly url: string;
  /** Requests of the agent's loop, in order. */
  readonly requests: ModelRequest[];
  /** What it says next, in order; afterwards it says OK. */
  say(...replies: readonly Reply[]): void;
  /** Keeps the next summary of a conversation back until the answered function is called. */
  holdSummary(): () => void;
  /** Waits until a client asks for the summary that is kept back. */
  untilHeld(): Promise<void>;
  close(): Promise<void>;
}

/** What a client sends to have its own conversation summed up. */
const COMPACTION = new RegExp(
  [
    'Respond with TEXT ONLY',
    'create a detailed summary of the conversation',
    'anchored summary',
    'CONTEXT CHECKPOINT COMPACTION',
    '<state_snapshot>',
    'a conversation to summarize',
    'earlier context from an ongoing conversation',
  ].join('|'),
);

/** In the form that the client asked for. */
function summaryFor({ last }: ModelRequest): Reply {
  const tag = last.includes('<state_snapshot>') ? 'state_snapshot' : 'summary';
  return { text: `<${tag}>\nWhat was done so far, in short.\n</${tag}>` };
}

export async function serveModel(): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const script: Reply[] = [];
  const answer = (request: ModelRequest): Reply => {
    if (COMPACTION.test(request.last)) return summaryFor(request);
    return (request.hasTools ? script.shift() : undefined) ?? { text: 'OK, ALL DONE.' };
  };
  const hold = new Hold();
  const server = createServer(async (incoming, outgoing) => {
    const path = (incoming.url ?? '').split('?')[0] ?? '';
    const dialect = incoming.method === 'POST' ? dialects.find((one) => one.matches(path)) : undefined;
    const body = await readBody(incoming);
    if (dialect === undefined) {
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ data: [], models: [], input_tokens: 1000, totalTokens: 1000 }));
      return;
    }
    const request = dialect.read(body, path);
    if (request.hasTools || COMPACTION.test(request.last)) requests.push(request);
    if (COMPACTION.test(request.last)) await hold.pass();
    const written = dialect.write(answer(request), request);
    outgoing.writeHead(200, { 'content-type': written.type });
    outgoing.end(written.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    say: (...replies) => script.push(...replies),
    holdSummary: () => hold.close(),
    untilHeld: () => hold.reached,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A gate that is open unless somebody closes it. */
class Hold {
  reached: Promise<void> = Promise.resolve();
  private isReached = () => {};
  private opened: Promise<void> = Promise.resolve();

  close(): () => void {
    let open = () => {};
    this.opened = new Promise((resolve) => {
      open = resolve;
    });
    this.reached = new Promise((resolve) => {
      this.isReached = resolve;
    });
    return open;
  }

  pass(): Promise<void> {
    this.isReached();
    return this.opened;
  }
}

async function readBody(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString() || '{}');
  } catch {
    return {};
  }
}
