import { setTimeout as sleep } from 'node:timers/promises';
import type { Oid } from '../../core/checkpoint.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { withWriterRecord } from '../../local/writer-records.ts';
import type { ConfigEntry, Ref, RefUpdate } from '../engine.ts';
import { type RefTarget, tryStep } from '../files/ref-writer.ts';
import { isShared, logsAllRefs, syncsRefs } from '../repository-settings.ts';
import { lockOf, removeStaleLocks } from '../stale-ref-locks.ts';
import type { RepositoryFiles } from './own-files.ts';
import { gitFailure, type RunOptions, runGit, tryGit } from './run.ts';

/** All refs below a prefix. Only names and ids are asked for: git dies on the type of a ref whose object is missing. */
export async function listRefs(prefix: string, options: RunOptions): Promise<Ref[]> {
  const lines = await runGit(['for-each-ref', '--format=%(objectname) %(refname)', prefix], options);
  return parseRefLines(lines.toString());
}

/** Lines of object id, a blank or tab, and ref name. */
export function parseRefLines(text: string): Ref[] {
  return text.split('\n').flatMap((line) => {
    const at = line.search(/[ \t]/);
    return at < 0 ? [] : [{ oid: line.slice(0, at), ref: line.slice(at + 1) }];
  });
}

/** What refs point at, without looking at the objects. Reads the whole folder of loose refs: for doubtful moments only. */
export async function resolveRefs(refs: readonly string[], options: RunOptions): Promise<(Oid | undefined)[]> {
  if (refs.length === 0) return [];
  const lines = await runGit(['for-each-ref', '--format=%(objectname) %(refname)', ...refs], options);
  const found = new Map(parseRefLines(lines.toString()).map(({ ref, oid }) => [ref, oid]));
  return refs.map((ref) => found.get(ref));
}

const MAX_TRIES = 40;

type Step = readonly RefUpdate[];

interface RefStore {
  readonly place: RepositoryPaths;
  readonly options: RunOptions;
  readonly entries: readonly ConfigEntry[];
  /** Undefined where only git may write refs. */
  readonly files: RepositoryFiles | undefined;
}

/**
 * Moves refs step by step by compare-and-swap; answers how many steps happened (see the contract). Unless the user wants all moves
 * in a reflog there is none of these: it would keep the words of dropped checkpoints for months.
 */
export function moveRefs(store: RefStore, steps: readonly Step[]): Promise<number> {
  const target = logsAllRefs(store.entries) || isShared(store.entries) ? undefined : targetIn(store);
  return withWriterRecord(store.place, async () => {
    let done = 0;
    for (const step of steps) {
      const outcome = moveInFiles(target, step);
      if (outcome === 'lost') return done;
      if (outcome !== 'happened') break;
      done += 1;
    }
    return done + (await moveByGit(store, steps.slice(done)));
  });
}

function targetIn({ place, files, entries }: RefStore): RefTarget | undefined {
  if (files === undefined) return undefined;
  return { place, reader: files.refs, has: (oid) => files.has(oid), fsync: syncsRefs(entries) };
}

/** Makes and moves refs under git's own lock files, without a process. Removing, waiting and judging failures is left to git. */
function moveInFiles(files: RefTarget | undefined, step: Step): 'happened' | 'lost' | 'unsettled' {
  if (files === undefined || step.some((update) => update.new === undefined)) return 'unsettled';
  try {
    if (step.some(({ ref }) => isSymbolic(files, ref))) return 'unsettled';
    const outcome = tryStep(files, step);
    return outcome === 'locked' ? 'unsettled' : outcome;
  } catch {
    // Such as a full disk or a folder in the way. git meets the same and says it in its own words.
    return 'unsettled';
  }
}

function isSymbolic(files: RefTarget, ref: string): boolean {
  const value = files.reader.read(ref);
  return value !== undefined && 'target' in value;
}

async function moveByGit({ place, options, entries }: RefStore, steps: readonly Step[]): Promise<number> {
  const setting = logsAllRefs(entries) ? [] : ['-c', 'core.logAllRefUpdates=false'];
  let done = 0;
  for (let tries = 0; done < steps.length; tries += 1) {
    const remaining = steps.slice(done);
    const run = await tryGit([...setting, 'update-ref', '--no-deref', '--stdin', '-z'], {
      ...options,
      stdin: script(remaining),
    });
    done += run.stdout
      .toString()
      .split('\n')
      .filter((line) => line === 'commit: ok').length;
    if (run.code === 0 || done === steps.length) return done;
    // git's exit code is no proof: on a full disk it fails after the ref was made. The refs are.
    const outcome = await readOutcome(steps[done] ?? [], options);
    if (outcome === 'happened') done += 1;
    else if (outcome === 'lost') return done;
    else await waitForLocks(place, steps[done] ?? [], { tries, stderr: run.stderr });
  }
  return done;
}

function script(steps: readonly Step[]): string {
  return steps.map((step) => `start\0${step.map(instruction).join('')}commit\0`).join('');
}

function instruction(update: RefUpdate): string {
  if (update.old === undefined) return `create ${update.ref}\0${update.new ?? ''}\0`;
  if (update.new === undefined) return `delete ${update.ref}\0${update.old}\0`;
  return `update ${update.ref}\0${update.new}\0${update.old}\0`;
}

async function readOutcome(
  step: readonly RefUpdate[],
  options: RunOptions,
): Promise<'happened' | 'lost' | 'untouched'> {
  const now = await resolveRefs(
    step.map((update) => update.ref),
    options,
  );
  if (step.every((update, at) => now[at] === update.new)) return 'happened';
  return step.some((update, at) => now[at] !== update.old) ? 'lost' : 'untouched';
}

async function waitForLocks(
  place: RepositoryPaths,
  step: readonly RefUpdate[],
  failed: { readonly tries: number; readonly stderr: string },
): Promise<void> {
  // Deleting a packed ref also locks the file of packed refs.
  const locked = step.some((update) => update.new === undefined) ? ['packed-refs'] : [];
  const locks = [...locked, ...step.map((update) => update.ref)].map((name) => lockOf(place, name));
  const contended = /\.lock'|cannot lock|unable to lock|File exists/i.test(failed.stderr);
  if (!contended || failed.tries >= MAX_TRIES) throw gitFailure(['update-ref'], failed.stderr);
  if (removeStaleLocks(place, locks)) return;
  await sleep(Math.random() * Math.min(400, 10 * 2 ** failed.tries));
}
