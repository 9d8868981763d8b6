export type { Place } from '../git/engine.ts';
export { findPlace as locate } from '../git/open.ts';
export { replaceFile } from '../git/replace-file.ts';
export { makeOwnFolder, sweepDeadFiles } from '../git/scratch.ts';
