import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { describeError, Failure } from '../core/failure.ts';
import { stripControls } from '../core/strip-controls.ts';
import { asText, fits } from './fit.ts';
import type { Host } from './host.ts';
import { type Extra, withProgress } from './progress.ts';
import type { Tool } from './tool.ts';

type Arguments = Parameters<Tool['run']>[0];

/** Carries out one call. Whatever goes wrong becomes a result that says so: a model can read it, and the server goes on. */
export async function callTool(
  tool: Tool,
  args: Arguments,
  { host, extra }: { readonly host: Host; readonly extra: Extra },
): Promise<CallToolResult> {
  const { signal } = extra;
  try {
    const result = await withProgress(extra, tool.doing, () =>
      host.withRepository((repository) => {
        signal.throwIfAborted();
        return tool.run(args, { repository, signal, caller: host.caller(extra) });
      }),
    );
    if (!fits(result)) throw tooLong;
    return { content: [{ type: 'text', text: asText(result) }], structuredContent: result };
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: explain(error) }] };
  }
}

const tooLong = new Failure('no', 'the answer is longer than clients take', {
  hint: 'Ask for less: a smaller limit or budget, fewer paths, or a later offset.',
});

/** What happened, and the way out. */
export function explain(error: unknown): string {
  const hint = error instanceof Failure ? error.hint : 'This is a bug in git-checkpoint, not of the call.';
  return stripControls([describeError(error), ...(hint === undefined ? [] : [hint])].join('\n'));
}
