export type { Place } from '../git/engine.ts';
export { findPlace as locate } from '../git/open.ts';
export { makeOwnFolder } from '../git/scratch.ts';
