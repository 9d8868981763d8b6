import { cutWords, plainLine } from './sentences.ts';

/** The most that a headline may have. */
export const LENGTH = 72;

/** As one line of that length. Cut where a clause ends, if one does. A word such as `feat(parser):` in front is no clause. */
export function fit(text: string): string {
  // `@docs/plans/prd.md` is the file that a client attaches; its name tells it; of a long address its host does.
  const line = plainLine(text)
    .replace(/https?:\/\/([^\s/]+)\/\S{24,}/g, '$1')
    .replace(/(?<=^|\s)@?\/?(?:[\w.-]+\/){2,}([\w.-]+)(?=[\s,;:]|\.?$)/g, '$1')
    .replace(/(?<=^|\s)@(?=[\w.-]+\.\w{1,5}\b)/g, '')
    .replace(/[\s.,;:]+$/, '');
  if (line.length <= LENGTH) return line;
  const clause =
    /^(?:\S+: |(?!\S+: )).{16,70}?(?=(?: [-–—] |; |, (?:and|so|but|because|which|with|then|can|could|would|ideally)\b| because | so that |\. |(?<=.{40}): ))/.exec(
      line,
    )?.[0];
  return clause !== undefined && clause.length <= LENGTH ? clause : cutWords(line, LENGTH);
}
