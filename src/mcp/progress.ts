import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';

/** What the SDK tells about one request. */
export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const EVERY = 1000;

/** Tells a client that asked for it, every second, that the work goes on; so that it neither gives up nor shows nothing. */
export async function withProgress<T>(extra: Extra, doing: string, work: () => Promise<T>): Promise<T> {
  const token = extra._meta?.progressToken;
  if (token === undefined) return work();
  let progress = 0;
  const tell = (message: string) => {
    const params = { progressToken: token, progress, message };
    progress += 1;
    // A client that is gone needs no progress; the answer will find that out by itself.
    extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  tell(doing);
  const timer = setInterval(() => tell(`${doing} (${progress} s)`), EVERY);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
