import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

/** Commands and the programs that hold few others: loading all with them would take longer than running them. */
declare const ALONE: readonly (readonly [string, string])[];

/**
 * Starts the program with the code that V8 compiled before: compiling it anew takes longer than a save. The compiled code fits one
 * version of Node; where there is none yet, the first start leaves it for the next.
 */
const program = join(__dirname, `${programFor(process.argv.slice(2))}.cjs`);
const compiled = `${program}-${process.version}-${process.arch}.cache`;

function programFor(argv: readonly string[]): string {
  const [first = 'save'] = argv;
  const command = first.startsWith('-') ? 'save' : first;
  const asksMore = argv.some((word) => ['-h', '--help', '-V', '--version'].includes(word));
  // One that begins a session or does what waits needs most of the program.
  const isLargeHook = command === 'hook' && argv.length > 2;
  const name = asksMore || isLargeHook ? undefined : ALONE.find(([one]) => one === command)?.[1];
  return name === undefined ? 'program' : `program-${name}`;
}

function readCompiled(): Buffer | undefined {
  try {
    return readFileSync(compiled);
  } catch {
    // Not there yet.
    return undefined;
  }
}

const cachedData = readCompiled();
// The build leaves nothing but ASCII in it, and this is the quickest way to read that.
const script = new Script(readFileSync(program, 'latin1'), {
  filename: /^[\w/.-]+$/.test(program) ? `file://${program}` : pathToFileURL(program).href,
  ...(cachedData ? { cachedData } : {}),
});
if (cachedData === undefined || script.cachedDataRejected) process.once('exit', leaveCompiled);
const loaded = new Map<string, unknown>();
const holder: { exports: { finished?: Promise<boolean> } } = { exports: {} };
script.runInThisContext()(holder.exports, load, holder, program, __dirname);
// Left to itself, Node would wait for V8 to end improving code that will not run again.
void holder.exports.finished?.then((mayEnd) => mayEnd && process.exit());

/** Parts of Node that take milliseconds to load come in when one of their functions is first used: most runs use few of them. */
function load(name: string): unknown {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const slow = /^node:(?:child_process|crypto|zlib|readline|(?:\w+\/)?promises)/.test(name);
  const part = slow ? new Proxy({}, { get: (_, key) => Reflect.get(require(name), key) }) : require(name);
  loaded.set(name, part);
  return part;
}

function leaveCompiled(): void {
  try {
    writeFileSync(`${compiled}.${process.pid}`, script.createCachedData());
    renameSync(`${compiled}.${process.pid}`, compiled);
  } catch {
    // Installed where this user may not write: every start compiles, and nothing else is lost.
  }
}
