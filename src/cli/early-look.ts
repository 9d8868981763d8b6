import { closeSync, fstatSync, read } from 'node:fs';
import type { EarlyLook } from '../core/world.ts';

/** How the launcher says that it had git look: its own process number, so that nobody further down takes it for his. */
export const LOOK_VARIABLE = 'GIT_CHECKPOINT_LOOK';
/** Where git's words arrive. */
export const LOOK_PIPE = 9;
/** What follows them when git was content. */
export const LOOK_END = 'seen';
/** Who asks later than this wants to know how it stands after something else was done. */
const STALE_MS = 2000;
const CHUNK = 1 << 16;

/** What git saw of the working tree while Node started, where the launcher had it look. */
export function findEarlyLook(env: Record<string, string | undefined>): EarlyLook | undefined {
  const launcher = env[LOOK_VARIABLE];
  if (launcher === undefined) return undefined;
  delete env[LOOK_VARIABLE];
  const began = launcher === String(process.ppid) ? pipeMade() : undefined;
  if (began === undefined) return undefined;
  let taken = false;
  return {
    began,
    async take(root) {
      if (taken || Date.now() - began.getTime() > STALE_MS) return undefined;
      taken = true;
      const told = await readWhole().finally(() => closeSync(LOOK_PIPE));
      return toldOf(root, told);
    },
  };
}

/** Before git began: a pipe that nobody has read from was last accessed when it was made. Not every system tells that time. */
function pipeMade(): Date | undefined {
  try {
    const found = fstatSync(LOOK_PIPE);
    const started = Date.now() - process.uptime() * 1000;
    return found.isFIFO() && found.atimeMs <= started ? found.atime : undefined;
  } catch {
    // No such pipe.
    return undefined;
  }
}

/** Without a stream, which takes longer to make than git takes to answer. */
async function readWhole(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let chunk = await readChunk(); chunk.length > 0; chunk = await readChunk()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What stands between the line of the working tree and the end. */
function toldOf(root: string, all: Buffer): Buffer | undefined {
  const line = Buffer.from(`${root}\n`);
  const end = all.length - LOOK_END.length;
  const isWhole = end >= line.length && all.toString('latin1', end) === LOOK_END;
  return isWhole && all.subarray(0, line.length).equals(line) ? all.subarray(line.length, end) : undefined;
}

function readChunk(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunk = Buffer.allocUnsafe(CHUNK);
    read(LOOK_PIPE, chunk, 0, CHUNK, null, (error, length) => {
      if (error === null) resolve(chunk.subarray(0, length));
      else reject(error);
    });
  });
}
