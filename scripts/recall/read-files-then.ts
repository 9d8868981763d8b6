import { type RawCall, string } from './raw-event.ts';
import { absolute, placedCommands } from './shell-places.ts';

/** What the session saw of files that it read: the lines in their places, those never seen empty. */
export class FilesSeen {
  private readonly seen = new Map<string, Map<number, string>>();
  private readonly cwd: string;

  constructor(cwd: string) {
    this.cwd = cwd;
  }

  /** Takes up what a call shows; `nameOf` says under which name, if at all. */
  read(call: RawCall, nameOf: (place: string) => string | undefined): void {
    const { place, lines } = readByTool(call) ?? readByShell(call, this.cwd) ?? { place: '', lines: [] };
    const name = place === '' || lines.length === 0 ? undefined : nameOf(place);
    if (name === undefined) return;
    const known = this.seen.get(name) ?? new Map<number, string>();
    for (const [number, text] of lines) known.set(number, text);
    this.seen.set(name, known);
  }

  texts(): Map<string, string> {
    return new Map([...this.seen].map(([name, lines]) => [name, textOf(lines)]));
  }
}

interface Seen {
  readonly place: string;
  readonly lines: readonly (readonly [number: number, text: string])[];
}

function readByTool(call: RawCall): Seen | undefined {
  if (!/^(Read|read_file)$/.test(call.tool)) return undefined;
  return { place: string(call.input['file_path']) || string(call.input['path']), lines: numbered(call.output) };
}

/** `cat a`, `head -n 5 a`, `sed -n 1,5p a` and `nl -ba a | sed -n 1,5p`, alone on their line. */
function readByShell(call: RawCall, cwd: string): Seen | undefined {
  const [command, filter, ...more] = placedCommands(call, cwd);
  if (command?.directory === undefined || command.output !== undefined || more.length > 0) return undefined;
  const { words, directory } = command;
  const [name = '', ...options] = words;
  const from = /^(\d+),\d+p$/.exec(name === 'sed' && options[0] === '-n' ? (options[1] ?? '') : '')?.[1];
  const isShown = name === 'cat' || name === 'nl' || (name === 'head' && /^-(?:n|\d+)$/.test(options[0] ?? ''));
  if (!isShown && from === undefined) return undefined;
  if (filter !== undefined && !(name === 'nl' && filter.words[0] === 'sed')) return undefined;
  const files = options.filter((word) => !/^-|^\d+$|^\d+,\d+p$/.test(word));
  const place = files.length === 1 ? absolute(files[0] ?? '', directory, cwd) : undefined;
  if (place === undefined) return undefined;
  const shown = call.output.replace(/^[\s\S]*?\nOutput:\n/, '').replace(/\n?…\d+ \w+ truncated…[\s\S]*$/, '');
  if (name === 'nl') return { place, lines: numbered(shown) };
  const lines = shown.replace(/\n$/, '').split('\n');
  return { place, lines: shown === '' ? [] : lines.map((text, at) => [Number(from ?? 1) + at, text] as const) };
}

function numbered(text: string): Seen['lines'] {
  return text.split('\n').flatMap((line): (readonly [number, string])[] => {
    const [, number, rest = ''] = /^\s*(\d+)[→\t](.*)$/.exec(line) ?? [];
    return number === undefined ? [] : [[Number(number), rest]];
  });
}

function textOf(lines: ReadonlyMap<number, string>): string {
  const last = Math.max(0, ...lines.keys());
  return last === 0 ? '' : `${Array.from({ length: last }, (_, at) => lines.get(at + 1) ?? '').join('\n')}\n`;
}
