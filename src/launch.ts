import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

/**
 * Starts the program with the code that V8 compiled before: compiling it anew takes longer than a save. The compiled code fits one
 * version of Node; where there is none yet, the first start leaves it for the next.
 */
const program = join(__dirname, 'program.cjs');
const compiled = join(__dirname, `program-${process.version}-${process.arch}.cache`);

function readCompiled(): Buffer | undefined {
  try {
    return readFileSync(compiled);
  } catch {
    // Not there yet.
    return undefined;
  }
}

const cachedData = readCompiled();
const source = Module.wrap(readFileSync(program, 'utf8'));
const script = new Script(source, { filename: pathToFileURL(program).href, ...(cachedData ? { cachedData } : {}) });
if (cachedData === undefined || script.cachedDataRejected) process.once('exit', leaveCompiled);
const holder = { exports: {} };
script.runInThisContext()(holder.exports, createRequire(program), holder, program, __dirname);

function leaveCompiled(): void {
  try {
    writeFileSync(`${compiled}.${process.pid}`, script.createCachedData());
    renameSync(`${compiled}.${process.pid}`, compiled);
  } catch {
    // Installed where this user may not write: every start compiles, and nothing else is lost.
  }
}
