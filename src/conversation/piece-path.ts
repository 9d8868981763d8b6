/** The stream of the session itself; subagents follow under their own names. */
export const MAIN = 'main';
const SIDE = 'side/';

const DIGITS = 4;
/** Four levels of sixteen: the next turn writes four trees of a few hundred bytes, however long the conversation is. */
export const MAX_PIECES = 16 ** DIGITS;

/** Where a piece lies in the tree of a conversation: `main/0/0/1/f` is the thirty-second of the session. */
export function piecePath(stream: string, index: number): string {
  const digits = index.toString(16).padStart(DIGITS, '0');
  return `${streamFolder(stream)}/${[...digits].join('/')}`;
}

function streamFolder(stream: string): string {
  return stream === MAIN ? MAIN : `${SIDE}${stream}`;
}

/** The stream and the index that a path stands for; undefined for any other path. */
export function pieceAt(path: string): { readonly stream: string; readonly index: number } | undefined {
  const match = /^(?:main|side\/(?<side>[\w.-]+))\/(?<digits>[0-9a-f](?:\/[0-9a-f]){3})$/.exec(path);
  const { side = MAIN, digits } = match?.groups ?? {};
  // A subagent of that name would be taken for the session.
  if (digits === undefined || match?.groups?.['side'] === MAIN) return undefined;
  return { stream: side, index: Number.parseInt(digits.replaceAll('/', ''), 16) };
}
