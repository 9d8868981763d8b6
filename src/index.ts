/** The library: everything that the command line does, without a screen. */
export type { Checkpoint, DamagedCheckpoint } from './core/checkpoint.ts';
export type { Config } from './core/config.ts';
export { Failure } from './core/failure.ts';
export type { Analysis, Note, Trigger } from './core/note.ts';
export { type CheckpointNumber, documentId, parseSelector } from './core/number.ts';
export type { World } from './core/world.ts';
export { compare, verify } from './repository/compare.ts';
export { fetch, listOffers } from './repository/fetch.ts';
export { search } from './repository/grep.ts';
export { drop, keep } from './repository/keep-drop.ts';
export { list } from './repository/list.ts';
export { prune } from './repository/prune.ts';
export { push } from './repository/push.ts';
export { loadNamed, openRepository, type Repository } from './repository/repository.ts';
export { type ResumeOutcome, type ResumeRequest, resume } from './repository/resume.ts';
export { type SaveOutcome, type SaveRequest, save } from './repository/save.ts';
export { sync } from './repository/sync.ts';
