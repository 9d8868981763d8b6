/** Commands of a shell line: what stands between `&&`, `;` and line ends, as the words of each stage of its pipe. */
export type Pipeline = readonly (readonly string[])[];

const MAX_PIPELINES = 50;
/** In this order: a quoted piece, a word's plain piece, what parts commands and stages, and space. */
const PIECES =
  /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|((?:[^\s'"\\;&|<>]|\\[\s\S])+)|(&&|\|\||[;\n&])|(\|)|([<>]+[&\d-]*)|[^\S\n]+/g;

/** Splits a line as a shell does, without expanding anything. What follows a here-document is no command. */
export function pipelinesOf(line: string): readonly Pipeline[] {
  const pipelines: string[][][] = [[[]]];
  let glued = false;
  for (const [, single, double, plain, end, pipe, redirection] of line.matchAll(PIECES)) {
    if (redirection?.startsWith('<<') || pipelines.length > MAX_PIPELINES) break;
    const text = single ?? double?.replace(/\\([\\"$`])/g, '$1') ?? plain?.replace(/\\([\s\S])/g, '$1');
    addWord(pipelines.at(-1)?.at(-1) ?? [], text ?? redirection, glued);
    if (pipe !== undefined) pipelines.at(-1)?.push([]);
    if (end !== undefined) pipelines.push([[]]);
    glued = text !== undefined;
  }
  return pipelines;
}

/** Pieces without space between them make one word. */
function addWord(words: string[], text: string | undefined, glued: boolean): void {
  if (text !== undefined) words.push(glued ? `${words.pop() ?? ''}${text}` : text);
}
