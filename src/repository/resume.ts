import { type Checkpoint, type DamagedCheckpoint, isDamaged } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { WorktreeStatus } from '../git/engine.ts';
import { describeDrift, NOTHING_CHANGED, noDrift } from '../resume/drift.ts';
import type { Pack } from '../resume/pack.ts';
import {
  closeness,
  describeNamed,
  describeRestored,
  describeUnreadable,
  type Selection,
  type Standpoint,
  selectCheckpoint,
} from '../resume/select-checkpoint.ts';
import { newestNumbers } from '../store/find.ts';
import { loadCheckpoint, readCheckpoints } from '../store/load.ts';
import { type Contents, contentsOf, readContents } from './checkpoint-contents.ts';
import { driftSince } from './drift-since.ts';
import { mayGoOnIn } from './line-of-work.ts';
import { type Sight, sightOf } from './look-on-disk.ts';
import { type Packer, type PackRequest, packerFor } from './packer.ts';
import { keepPack, type PackQuestion, questionFor, recallPack } from './prepared-pack.ts';
import { isForeign, readProvenance } from './provenance.ts';
import { numberNamed, type Repository } from './repository.ts';
import { findRestoredLine } from './restored-line.ts';

export type { Pack } from '../resume/pack.ts';
export { formats as packFormats } from '../resume/pack-input.ts';

export interface ResumeRequest extends PackRequest {
  /** How somebody named the checkpoint; absent: the one that belongs here. */
  readonly name?: string;
  /** Not one that another worktree of this machine made: its work goes on there. */
  readonly ownOnly?: boolean;
}

export type ResumeOutcome =
  | {
      readonly kind: 'resumed';
      readonly checkpoint: Checkpoint;
      readonly pack: Pack;
      /** What happened since, in a line or three; none when nothing did. */
      readonly drift: readonly string[];
    }
  /** `others` says that there are checkpoints, made by people who were not allowed. */
  | { readonly kind: 'none'; readonly others: boolean };

/** Makes the text that the next session reads from the checkpoint that belongs here, or from a named one. */
export async function resume(repository: Repository, request: ResumeRequest = {}): Promise<ResumeOutcome> {
  const { engine } = repository;
  // The look at the working tree takes longest: everything else happens beside it. What it throws is thrown where it is awaited.
  const looking = engine.status();
  looking.catch(() => undefined);
  const packer = await packerFor(repository, request);
  const search = { looking, packer, request };
  const found =
    request.name === undefined ? await findHere(repository, search) : await findNamed(repository, request.name);
  if (found === undefined) return { kind: 'none', others: (await newestNumbers(engine, 1)).length > 0 };
  const { checkpoint, why, contents, ahead, sight } = found;
  const [{ changes, files }, status] = await Promise.all([contents, looking]);
  const facts = await driftSince(engine, { checkpoint, changes, status, ...(sight === undefined ? {} : { sight }) });
  const drift = describeDrift(facts, checkpoint.note.analysis.next_actions).filter((line) => line !== NOTHING_CHANGED);
  const fits = drift.length === 0 && why === undefined;
  const pack = (fits ? await ahead : undefined) ?? (await packer.make(found, { files: await files(), drift: facts }));
  if (fits && found.asked !== undefined) keepPack(engine.place, found.asked, { checkpoint, changes, pack });
  return { kind: 'resumed', checkpoint, pack, drift };
}

interface Found extends Selection {
  readonly contents: Promise<Contents>;
  /** The pack for when nothing changed since, if it was prepared or there was time to make it. */
  readonly ahead?: Promise<Pack | undefined>;
  readonly sight?: Sight;
  /** The next resume may ask for the same. */
  readonly asked?: PackQuestion;
}

interface Search {
  readonly looking: Promise<WorktreeStatus>;
  readonly packer: Packer;
  readonly request: ResumeRequest;
}

/** Reads the files of a checkpoint while git still looks at the working tree, and when it looks longer, makes the pack too. */
function readAhead(repository: Repository, checkpoint: Checkpoint, { looking, packer, request }: Search): Found {
  // What is counted through the API is not worth a guess.
  let looked = request.exact === true;
  const end = () => {
    looked = true;
  };
  looking.then(end, end);
  const contents = readContents(repository.engine, checkpoint);
  const ahead = contents.then(async ({ files }) => {
    await new Promise((resolve) => setImmediate(resolve));
    return looked ? undefined : packer.make({ checkpoint }, { files: await files(), drift: noDrift });
  });
  // Awaited only where it is of use; a failure of the contents is thrown by those.
  ahead.catch(() => undefined);
  return { checkpoint, contents, ahead };
}

async function findNamed(repository: Repository, name: string): Promise<Found> {
  const { engine } = repository;
  const number = await numberNamed(repository, name);
  const [entry] = await readCheckpoints(engine, [number]);
  const checkpoint = readable(entry) ?? (await loadCheckpoint(engine, number));
  const why = describeNamed(checkpoint, await standpoint(repository, ''));
  return { checkpoint, ...(why === undefined ? {} : { why }), contents: readContents(repository.engine, checkpoint) };
}

/** The checkpoint that belongs here, prepared or not. */
async function findHere(repository: Repository, search: Search): Promise<Found | undefined> {
  const asked = await questionFor(repository.engine, search.packer);
  const prepared = asked && (await findPrepared(repository, asked, search));
  if (prepared !== undefined) return prepared;
  const found = await findByReading(repository, search);
  return asked === undefined || found?.checkpoint.number !== asked.number ? found : { ...found, asked };
}

/** The newest checkpoint with its pack, if that was prepared and nothing needs to be said about the choice. */
async function findPrepared(repository: Repository, asked: PackQuestion, search: Search): Promise<Found | undefined> {
  const { engine } = repository;
  const prepared = recallPack(engine.place, asked);
  if (prepared === undefined) return undefined;
  const { checkpoint, changes, pack } = prepared;
  const isOurs = await mayTakeUp(repository, search.request);
  // While git looks at the whole of the working tree, there is time to look at these files.
  const sight = sightOf(engine.place.root);
  for (const { path } of changes) sight(path);
  const here = await standpoint(repository, (await search.looking).branch ?? '');
  if (!isOurs(checkpoint) || !isPlain(checkpoint, here) || checkpoint.note.trigger === 'restore') return undefined;
  const contents = Promise.resolve(contentsOf(engine, checkpoint, changes));
  return { checkpoint, contents, ahead: Promise.resolve(pack), sight };
}

const ROUNDS = [1, 8, 60, 400];

/** Reads from the newest on, more each time, until one of this branch and worktree is found. */
async function findByReading(repository: Repository, search: Search): Promise<Found | undefined> {
  const { engine } = repository;
  const { looking, request } = search;
  let found: Checkpoint[] = [];
  let unreadable: CheckpointNumber[] = [];
  let guess: Found | undefined;
  const isOurs = await mayTakeUp(repository, request);
  for (const limit of ROUNDS) {
    const numbers = await newestNumbers(engine, limit);
    const entries = await readCheckpoints(engine, numbers);
    unreadable = entries.filter((entry) => readable(entry) === undefined).map(({ number }) => number);
    found = entries
      .map(readable)
      .filter((checkpoint) => checkpoint !== undefined)
      .filter(isOurs);
    // The newest is nearly always the one.
    guess ??= found[0] === undefined ? undefined : readAhead(repository, found[0], search);
    const here = await standpoint(repository, (await looking).branch ?? '');
    if (numbers.length < limit || found.some((one) => isPlain(one, here))) break;
  }
  const selection = selectCheckpoint(found, await standpoint(repository, (await looking).branch ?? ''));
  if (selection === undefined) return undefined;
  return withContents(repository, await afterRestore(repository, besides(selection, unreadable)), guess);
}

/** Tells which checkpoints may be taken up unasked. */
async function mayTakeUp(
  repository: Repository,
  { ownOnly }: ResumeRequest,
): Promise<(checkpoint: Checkpoint) => boolean> {
  const provenanceOf = await readProvenance(repository);
  const { root } = repository.engine.place;
  return (checkpoint) =>
    !isForeign(provenanceOf(checkpoint)) && (!ownOnly || mayGoOnIn(root, checkpoint.note.context.worktree));
}

/** Of this branch and worktree, and as young as its number: what was recovered may be older. */
function isPlain(checkpoint: Checkpoint, here: Standpoint): boolean {
  return closeness(checkpoint, here) === 3 && checkpoint.note.trigger !== 'recover';
}

function besides(selection: Selection, unreadable: readonly CheckpointNumber[]): Selection {
  const newer = unreadable.filter((number) => number > selection.checkpoint.number);
  return newer.length === 0 ? selection : withReason(selection, describeUnreadable(newer));
}

function withReason({ checkpoint, why }: Selection, more: string): Selection {
  return { checkpoint, why: why === undefined ? more : `${why} ${more}` };
}

/** After a restore the newest checkpoint holds what the user went away from: the one that was restored is taken. */
async function afterRestore(repository: Repository, selection: Selection): Promise<Selection> {
  const restored = await findRestoredLine(repository, selection.checkpoint);
  if (restored === undefined) return selection;
  const { checkpoint, trusted } = restored;
  const said = describeRestored({ number: checkpoint.number, taken: trusted }, selection.checkpoint);
  return withReason({ ...selection, checkpoint: trusted ? checkpoint : selection.checkpoint }, said);
}

function withContents(repository: Repository, selection: Selection, guess: Found | undefined): Found {
  if (guess?.checkpoint.number === selection.checkpoint.number) return { ...guess, ...selection };
  return { ...selection, contents: readContents(repository.engine, selection.checkpoint) };
}

/** A checkpoint whose note is damaged still says what its commit message holds. */
function readable(entry: Checkpoint | DamagedCheckpoint | undefined): Checkpoint | undefined {
  return entry !== undefined && isDamaged(entry) ? entry.rescued : entry;
}

async function standpoint({ engine, settings }: Repository, branch: string): Promise<Standpoint> {
  const [identity, { config }] = await Promise.all([engine.identity(), settings]);
  return { branch, worktree: engine.place.root, trusted: [identity.email, ...config.allowedAuthors] };
}
