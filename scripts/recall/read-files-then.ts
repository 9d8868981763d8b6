import { type RawCall, type RawSession, string } from './raw-event.ts';

/** What the session saw of files that it read, by the path as it was written: the lines in their places, those never seen empty. */
export function filesSeen({ events }: RawSession): Map<string, string> {
  const seen = new Map<string, Map<number, string>>();
  for (const event of events) {
    if (event.kind !== 'call' || event.call.failed) continue;
    const { path, lines } = seenIn(event.call) ?? { path: '', lines: [] };
    if (path === '') continue;
    const known = seen.get(path) ?? new Map<number, string>();
    for (const [number, text] of lines) known.set(number, text);
    seen.set(path, known);
  }
  return new Map([...seen].map(([path, lines]) => [path, textOf(lines)]));
}

interface Seen {
  readonly path: string;
  readonly lines: readonly (readonly [number: number, text: string])[];
}

function seenIn(call: RawCall): Seen | undefined {
  if (/^(Read|read_file)$/.test(call.tool)) {
    const lines = call.output.split('\n').flatMap((line): (readonly [number, string])[] => {
      const [, number, text = ''] = /^\s*(\d+)[→\t](.*)$/.exec(line) ?? [];
      return number === undefined ? [] : [[Number(number), text]];
    });
    return { path: string(call.input['file_path']) || string(call.input['path']), lines };
  }
  const command = string(call.input['cmd'] ?? call.input['command']).trim();
  const [, from, to, path] = /^sed -n ['"](\d+),(\d+)p['"] (\S+)$/.exec(command) ?? [];
  if (path === undefined) return undefined;
  const shown = call.output.replace(/^[\s\S]*?\nOutput:\n/, '').split('\n');
  const lines = shown.slice(0, Number(to) - Number(from) + 1).map((text, at) => [Number(from) + at, text] as const);
  return { path, lines };
}

function textOf(lines: ReadonlyMap<number, string>): string {
  const last = Math.max(0, ...lines.keys());
  return last === 0 ? '' : `${Array.from({ length: last }, (_, at) => lines.get(at + 1) ?? '').join('\n')}\n`;
}
