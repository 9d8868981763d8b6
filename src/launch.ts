import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { compiledName } from './cli/compiled-name.ts';

/**
 * Starts the program with the code that V8 compiled before: compiling it anew takes 30 to 40 ms at each start. Where
 * there is no such code yet, the first start leaves it for the next.
 */
const program = join(__dirname, 'program.cjs');
const compiled = compiledName(program, process.argv.slice(2));

function readCompiled(): Buffer | undefined {
  try {
    return readFileSync(compiled);
  } catch {
    // Not there yet.
    return undefined;
  }
}

function leaveCompiled(): void {
  const unfinished = `${compiled}.${process.pid}`;
  try {
    writeFileSync(unfinished, script.createCachedData());
    renameSync(unfinished, compiled);
  } catch {
    // Installed where this user may not write, or on a full disk: every start compiles, and nothing else is lost.
    removeQuietly(unfinished);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Where nothing could be written, nothing is left to remove.
  }
}

const cachedData = readCompiled();
// The build writes it in ASCII, which latin1 reads quickest.
const script = new Script(readFileSync(program, 'latin1'), {
  filename: pathToFileURL(program).href,
  ...(cachedData ? { cachedData } : {}),
});
if (cachedData === undefined || script.cachedDataRejected) process.once('exit', leaveCompiled);
const { finished } = script.runInThisContext()(require);
// Left to itself, Node would wait for V8 to end improving code that will not run again.
void finished.then((mayEnd: boolean) => mayEnd && process.exit());
