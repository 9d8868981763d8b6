import { highlight, type Token } from './highlight.ts';
import type { Hunk, PatchLine } from './parse-patch.ts';

export interface ColouredLine extends PatchLine {
  readonly tokens: readonly Token[];
}

/** The lines of a hunk in colours; each side is read as a text of its own, as it was. */
export function colourHunk(path: string, { lines }: Hunk): ColouredLine[] {
  const side = (left: PatchLine['kind']) => lines.filter(({ kind }) => kind !== left);
  const colour = (kept: readonly PatchLine[]) => {
    const tokens = highlight(
      path,
      kept.map(({ text }) => text),
    );
    return new Map(kept.map((line, at) => [line, tokens[at] ?? []]));
  };
  const [before, after] = [colour(side('added')), colour(side('removed'))];
  return lines.map((line) => ({ ...line, tokens: after.get(line) ?? before.get(line) ?? [] }));
}

/** Lines side by side: what was removed beside what came in its place. */
export function pairLines(
  lines: readonly ColouredLine[],
): readonly (readonly [ColouredLine | undefined, ColouredLine | undefined])[] {
  const pairs: [ColouredLine | undefined, ColouredLine | undefined][] = [];
  let removed: ColouredLine[] = [];
  let added: ColouredLine[] = [];
  const settle = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) pairs.push([removed[at], added[at]]);
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === 'removed') removed.push(line);
    else if (line.kind === 'added') added.push(line);
    else {
      settle();
      pairs.push([line, line]);
    }
  }
  settle();
  return pairs;
}
