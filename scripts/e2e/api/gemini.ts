import { type Dialect, textsIn } from './reply.ts';

/** The generateContent API, as far as Gemini CLI uses it. */
export const gemini: Dialect = {
  matches: (path) => /:(?:stream)?generateContent$/i.test(path),
  read: (body, path) => {
    const contents = Array.isArray(body['contents']) ? body['contents'] : [];
    return {
      text: plain(textsIn([body['systemInstruction'], contents]).join('\n')),
      last: textsIn(contents.at(-1)).join('\n'),
      hasTools: Array.isArray(body['tools']) && body['tools'].length > 0,
      streamed: /stream/i.test(path),
    };
  },
  write: (reply, { streamed }) => {
    const parts = [
      ...(reply.text === undefined ? [] : [{ text: reply.text }]),
      ...(reply.tools ?? []).map(({ name, input }) => ({ functionCall: { name, args: input } })),
    ];
    const promptTokenCount = reply.tokens ?? 1000;
    const document = JSON.stringify({
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount, candidatesTokenCount: 20, totalTokenCount: promptTokenCount + 20 },
    });
    return streamed
      ? { type: 'text/event-stream', body: `data: ${document}\n\n` }
      : { type: 'application/json', body: document };
  },
};

/** Gemini CLI escapes the angle brackets of what a hook says. */
function plain(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
}
