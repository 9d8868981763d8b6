import { describeError, Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';

/** Counts the tokens of a text as the model will, through the API. */
export async function countExactly(text: string, model: string, { env }: Pick<World, 'env'>): Promise<number> {
  const apiKey = env['ANTHROPIC_API_KEY'];
  if (apiKey === undefined || apiKey === '') {
    throw new Failure('fatal', 'exact counts need a key for the API', {
      hint: 'Set ANTHROPIC_API_KEY, or leave --exact out: the estimate errs on the safe side.',
    });
  }
  const { default: Anthropic } = await import('@anthropic-ai/sdk');
  const client = new Anthropic({
    apiKey,
    // Only what the caller hands in counts: nothing from the environment, no profile of another tool.
    authToken: null,
    baseURL: env['ANTHROPIC_BASE_URL'] ?? 'https://api.anthropic.com',
    maxRetries: 1,
    timeout: 20_000,
    logLevel: 'off',
  });
  try {
    const count = await client.messages.countTokens({ model, messages: [{ role: 'user', content: text }] });
    if (Number.isSafeInteger(count.input_tokens) && count.input_tokens > 0) return count.input_tokens;
    throw new Error('its answer is not a number of tokens');
  } catch (cause) {
    throw new Failure('fatal', `the API did not count the tokens: ${describeError(cause)}`, {
      hint: 'Leave --exact out: the estimate errs on the safe side.',
      cause,
    });
  }
}
