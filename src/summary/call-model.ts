import { describeError } from '../core/failure.ts';
import { instructions } from './prompt.ts';
import { answerSchema } from './schema.ts';

export interface ModelOptions {
  /** Empty or absent: no model is asked. */
  readonly apiKey?: string;
  /** Absent: the vendor's. */
  readonly baseUrl?: string;
  readonly model: string;
  /** For everything together, retry included. */
  readonly timeoutMs: number;
}

export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

type ModelAnswer = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'failed'; readonly why: string };

const ANSWER_TOKENS = 8000;

/** One streamed request. Whatever goes wrong is an answer too: a save does not depend on somebody else's server. */
export async function callModel(
  messages: readonly ChatMessage[],
  options: ModelOptions,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  try {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    const client = new Anthropic({
      apiKey: options.apiKey ?? null,
      // Only what the caller hands in counts: nothing from the environment, no profile of another tool.
      authToken: null,
      baseURL: options.baseUrl ?? 'https://api.anthropic.com',
      maxRetries: 0,
      timeout: options.timeoutMs,
      logLevel: 'off',
    });
    const stream = client.messages.stream(
      {
        model: options.model,
        max_tokens: ANSWER_TOKENS,
        system: [{ type: 'text', text: instructions, cache_control: { type: 'ephemeral' } }],
        messages: messages.map(({ role, content }) => ({ role, content })),
        output_config: { format: { type: 'json_schema', schema: answerSchema } },
      },
      { signal },
    );
    return readMessage(await stream.finalMessage());
  } catch (error) {
    return { kind: 'failed', why: signal.aborted ? `no answer within ${options.timeoutMs} ms` : explain(error) };
  }
}

interface FinalMessage {
  readonly stop_reason: string | null;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

function readMessage({ stop_reason, content }: FinalMessage): ModelAnswer {
  if (stop_reason === 'refusal') return { kind: 'failed', why: 'the model refused' };
  if (stop_reason === 'max_tokens')
    return { kind: 'failed', why: `the answer was longer than ${ANSWER_TOKENS} tokens` };
  if (stop_reason === null) return { kind: 'failed', why: 'the stream broke off' };
  return { kind: 'text', text: content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('') };
}

/** One line, with the status where there is one. */
function explain(error: unknown): string {
  const status = (error as { status?: unknown } | null)?.status;
  const meaning: Readonly<Record<number, string>> = {
    401: 'the key was not accepted',
    403: 'the key may not do this',
    429: 'rate limit',
  };
  if (typeof status !== 'number') return `the connection failed: ${oneLine(deepest(error))}`;
  return `HTTP ${status}: ${meaning[status] ?? (status >= 500 ? 'the server failed' : oneLine(describeError(error)))}`;
}

function deepest(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  return cause === undefined ? describeError(error) : deepest(cause);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 200);
}
