import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

/**
 * Starts the program with the code that V8 compiled before: compiling it anew takes 30 to 40 ms at each start. The compiled code fits one
 * version of Node; where there is none yet, the first start leaves it for the next.
 */
const program = join(__dirname, 'program.cjs');
const compiled = `${program}-${process.version}-${process.arch}.cache`;

function readCompiled(): Buffer | undefined {
  try {
    return readFileSync(compiled);
  } catch {
    // Not there yet.
    return undefined;
  }
}

function leaveCompiled(): void {
  try {
    writeFileSync(`${compiled}.${process.pid}`, script.createCachedData());
    renameSync(`${compiled}.${process.pid}`, compiled);
  } catch {
    // Installed where this user may not write: every start compiles, and nothing else is lost.
  }
}

const cachedData = readCompiled();
const script = new Script(readFileSync(program, 'utf8'), {
  filename: pathToFileURL(program).href,
  ...(cachedData ? { cachedData } : {}),
});
if (cachedData === undefined || script.cachedDataRejected) process.once('exit', leaveCompiled);
const holder: { exports: { finished?: Promise<boolean> } } = { exports: {} };
script.runInThisContext()(holder.exports, require, holder, program, __dirname);
// Left to itself, Node would wait for V8 to end improving code that will not run again.
void holder.exports.finished?.then((mayEnd) => mayEnd && process.exit());
