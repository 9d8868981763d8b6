import { oncePer } from './once-per.ts';
import type { SessionView } from './session-view.ts';

const MIN_TIMES = 4;
const MIN_SHARE = 0.2;
/** What a shell or a tool says about itself before it does anything. */
const COMPLAINT =
  /\b(?:not permitted|permission denied|warn(?:ing)?|deprecat\w+|cannot|could not|unable|no such file|not found)\b/i;

/** The complaints with which most outputs of a session begin, whatever was run: they say nothing about any of it. */
export const noiseOf = oncePer(({ calls }: SessionView): ReadonlySet<string> => {
  const firsts = calls.flatMap(({ call }) =>
    call.action === 'command' && call.output ? [firstLine(call.output)] : [],
  );
  const times = new Map<string, number>();
  for (const line of firsts) times.set(line, (times.get(line) ?? 0) + 1);
  const least = Math.max(MIN_TIMES, firsts.length * MIN_SHARE);
  return new Set([...times].filter(([line, count]) => count >= least && COMPLAINT.test(line)).map(([line]) => line));
});

function firstLine(output: string): string {
  return output.trimStart().split('\n', 1)[0]?.trim() ?? '';
}

/** An output without the noise that it begins with. */
export function withoutNoise(output: string, noise: ReadonlySet<string>): string {
  return noise.has(firstLine(output)) ? output.trimStart().replace(/^[^\n]*\n?/, '') : output;
}
