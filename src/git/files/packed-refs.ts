import { isAscii } from 'node:buffer';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import { fingerprintOf } from '../../local/fingerprint.ts';
import type { Ref } from '../engine.ts';
import { readIfThere } from './read-if-there.ts';

const OID = 40;
const NAME = OID + 1;
const NEWLINE = 10;
const PEELED = '^'.charCodeAt(0);

/** git reads no ref at all then, or takes an empty file for one without refs; a list of those before the damage would hide the others. */
class DamagedPackedRefs extends Failure {
  constructor(path: string, isEmpty: boolean) {
    super('fatal', `${path} is damaged: ${isEmpty ? 'it is empty' : 'its last line is not whole'}`, {
      hint: 'Run `git checkpoint doctor --repair`: it keeps what is whole, and finds the checkpoints whose refs are lost.',
    });
  }
}

/** The file of packed refs, read again only when it changed. It may hold tens of thousands of refs: one of them is found without parsing all. */
export class PackedRefs {
  readonly path: string;
  #lines: Buffer = Buffer.alloc(0);
  #state = '';

  constructor(commonDir: string) {
    this.path = join(commonDir, 'packed-refs');
  }

  find(ref: string): Oid | undefined {
    const lines = this.#read();
    const at = seek(lines, ref);
    return nameAt(lines, at) === ref ? lines.toString('latin1', at, at + OID) : undefined;
  }

  /** The first ref below a folder such as `refs/replace/`. */
  firstBelow(folder: string): string | undefined {
    const lines = this.#read();
    const name = nameAt(lines, seek(lines, folder));
    return name.startsWith(folder) ? name : undefined;
  }

  /** All refs below a folder such as `refs/checkpoints/`, ascending. */
  below(folder: string): Ref[] {
    const lines = this.#read();
    // In the order of the file, `0` is what comes after everything that a slash begins.
    const part = lines.subarray(seek(lines, folder), seek(lines, `${folder.slice(0, -1)}0`));
    const text = part.toString(isAscii(part) ? 'latin1' : 'utf8');
    const refs = text.split('\n').filter((line) => line.length > NAME && line[0] !== '^');
    return refs.map((line) => ({ oid: line.slice(0, OID), ref: line.slice(NAME) }));
  }

  /** The file's text without some refs, or undefined when it has none of them. */
  without(refs: ReadonlySet<string>): string | undefined {
    const text = readIfThere(this.path)?.toString('latin1') ?? '';
    const kept: string[] = [];
    let dropping = false;
    let changed = false;
    for (const line of text.split(/(?<=\n)/)) {
      // A `^` line is the peeled value of the tag in the line before it.
      dropping = line.startsWith('^') ? dropping : refs.has(line.slice(NAME).trimEnd());
      if (!dropping) kept.push(line);
      changed ||= dropping;
    }
    // Without a line it would look like one that a crash emptied.
    return changed ? kept.join('') || '# pack-refs with: peeled fully-peeled sorted \n' : undefined;
  }

  #read(): Buffer {
    const state = fingerprintOf(this.path, { follow: true }) ?? 'absent';
    if (state === this.#state) return this.#lines;
    const bytes = readIfThere(this.path);
    if (bytes !== undefined && isCutOff(bytes)) throw new DamagedPackedRefs(this.path, bytes.length === 0);
    this.#lines = bytes === undefined ? Buffer.alloc(0) : sortedLines(bytes);
    this.#state = state;
    return this.#lines;
  }
}

/** As a crash leaves a file that was being written: empty, which git never writes it, short of its end, or with nothing in its blocks. */
export function isCutOff(bytes: Buffer): boolean {
  return bytes.at(-1) !== NEWLINE || bytes.includes(0);
}

/** The lines without the file's head, in the order of their names. git has written them in this order since 2.18, and says so. */
function sortedLines(bytes: Buffer): Buffer {
  const head = bytes.toString('latin1', 0, endOfLine(bytes, 0));
  if (/^# pack-refs with:.* sorted /.test(`${head} `)) return bytes.subarray(head.length + 1);
  const lines = bytes.toString('latin1').split('\n');
  const named = lines.filter((line) => line.length > NAME && line[OID] === ' ' && line[0] !== '#');
  named.sort((one, other) => (one.slice(NAME) < other.slice(NAME) ? -1 : 1));
  return Buffer.from(named.map((line) => `${line}\n`).join(''), 'latin1');
}

/** Where the first line begins whose name does not come before this one. */
function seek(lines: Buffer, name: string): number {
  const wanted = Buffer.from(name);
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = startOfRef(lines, low + Math.floor((high - low) / 2));
    const end = endOfLine(lines, middle);
    if (lines.compare(wanted, 0, wanted.length, Math.min(middle + NAME, end), end) >= 0) high = middle;
    else low = lines[end + 1] === PEELED ? endOfLine(lines, end + 1) + 1 : end + 1;
  }
  return low;
}

/** The beginning of the line of a ref that a position lies in, or in the peeled value after it. */
function startOfRef(lines: Buffer, position: number): number {
  const start = position === 0 ? 0 : lines.lastIndexOf(NEWLINE, position - 1) + 1;
  return lines[start] === PEELED ? startOfRef(lines, start - 1) : start;
}

function endOfLine(lines: Buffer, start: number): number {
  const end = lines.indexOf(NEWLINE, start);
  return end < 0 ? lines.length : end;
}

function nameAt(lines: Buffer, start: number): string {
  return lines.toString('utf8', Math.min(start + NAME, lines.length), endOfLine(lines, start));
}
