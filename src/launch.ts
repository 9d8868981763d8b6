import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { returnCertificates } from './cli/kept-certificates.ts';

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

function leaveCompiled(script: Script): void {
  try {
    writeFileSync(`${compiled}.${process.pid}`, script.createCachedData());
    renameSync(`${compiled}.${process.pid}`, compiled);
  } catch {
    // Installed where this user may not write: every start compiles, and nothing else is lost.
  }
}

function runProgram(): void {
  const cachedData = readCompiled();
  const script = new Script(readFileSync(program, 'utf8'), {
    filename: pathToFileURL(program).href,
    ...(cachedData ? { cachedData } : {}),
  });
  if (cachedData === undefined || script.cachedDataRejected) process.once('exit', () => leaveCompiled(script));
  const holder: { exports: { finished?: Promise<boolean> } } = { exports: {} };
  script.runInThisContext()(holder.exports, require, holder, program, __dirname);
  // Left to itself, Node would wait for V8 to end improving code that will not run again.
  void holder.exports.finished?.then((mayEnd) => mayEnd && process.exit());
}

returnCertificates(process.env);
const [command = 'save'] = process.argv.slice(2);
if (command !== 'save' && command !== '-m') runProgram();
else {
  void import('./git/native/early-status.ts')
    .then(({ startStatus }) => startStatus(process.cwd(), process.env))
    // What is wrong here the program meets again, and reports.
    .catch(() => undefined)
    .then(runProgram);
}
