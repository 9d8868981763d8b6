import { redact } from '../analysis/redact.ts';
import { type Checkpoint, type DamagedCheckpoint, isDamaged } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { compareTrees } from '../git/compare-trees.ts';
import type { GitEngine, TreeChange, WorktreeStatus } from '../git/engine.ts';
import { describeDrift, NOTHING_CHANGED, noDrift } from '../resume/drift.ts';
import { buildPack, type Pack } from '../resume/pack.ts';
import type { FormatName, PackInput } from '../resume/pack-input.ts';
import {
  closeness,
  describeNamed,
  describeRestored,
  describeUnreadable,
  type Selection,
  type Standpoint,
  selectCheckpoint,
} from '../resume/select-checkpoint.ts';
import type { WorkingFile } from '../resume/working-file.ts';
import { newestNumbers } from '../store/find.ts';
import { loadCheckpoint, readCheckpoints } from '../store/load.ts';
import { driftSince } from './drift-since.ts';
import { exactPack, exactPart } from './exact-pack.ts';
import { mayGoOnIn } from './line-of-work.ts';
import { isForeign, readProvenance } from './provenance.ts';
import { configOf, numberNamed, type Repository } from './repository.ts';
import { findRestoredLine } from './restored-line.ts';
import { workingFiles } from './working-files.ts';

export type { Pack } from '../resume/pack.ts';
export { formats as packFormats } from '../resume/pack-input.ts';

export interface ResumeRequest {
  /** How somebody named the checkpoint; absent: the one that belongs here. */
  readonly name?: string;
  readonly budget?: number;
  /** Wins over the setting; 0 is no limit. */
  readonly maxChars?: number;
  /** What the host that takes the text allows, whatever else is asked for. */
  readonly hostChars?: number;
  readonly format?: FormatName;
  readonly part?: { readonly number: number; readonly of: number };
  /** Not one that another worktree of this machine made: its work goes on there. */
  readonly ownOnly?: boolean;
  /** Count through the API instead of estimating. */
  readonly exact?: boolean;
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
  const found =
    request.name === undefined
      ? await findHere(repository, { looking, packer, request })
      : await findNamed(repository, request.name);
  if (found === undefined) return { kind: 'none', others: (await newestNumbers(engine, 1)).length > 0 };
  const { checkpoint, why, contents, ahead } = found;
  const [{ changes, files }, status] = await Promise.all([contents, looking]);
  const facts = await driftSince(engine, { checkpoint, changes, status });
  const drift = describeDrift(facts, checkpoint.note.analysis.next_actions).filter((line) => line !== NOTHING_CHANGED);
  const fits = drift.length === 0 && why === undefined;
  const pack = (fits ? await ahead : undefined) ?? (await packer(found, { files, drift: facts }));
  return { kind: 'resumed', checkpoint, pack, drift };
}

interface Found extends Selection {
  readonly contents: Promise<Contents>;
  /** The pack for when nothing changed since, if there was time to make it. */
  readonly ahead?: Promise<Pack | undefined>;
}

interface Contents {
  readonly changes: readonly TreeChange[];
  readonly files: readonly WorkingFile[];
}

type Packer = (selection: Selection, known: Pick<PackInput, 'files' | 'drift'>) => Promise<Pack>;

async function packerFor(repository: Repository, request: ResumeRequest): Promise<Packer> {
  const { world } = repository;
  const config = await configOf(repository);
  const maxChars = request.maxChars ?? config.resumeMaxChars;
  const chars = Math.min(request.hostChars ?? NO_LIMIT, maxChars === 0 ? NO_LIMIT : maxChars);
  const budget = request.budget ?? config.resumeBudget;
  const now = world.now();
  return async ({ checkpoint, why }, known) => {
    const input: PackInput = {
      checkpoint: withoutSecretBranch(checkpoint),
      now,
      ...known,
      ...(why === undefined ? {} : { selection: redact(why).text }),
      format: request.format ?? 'text',
      ...(request.part === undefined ? {} : { part: request.part }),
    };
    const build = (tokens: number) => buildPack(input, { tokens, chars });
    if (!request.exact) return build(budget);
    const { countExactly } = await import('../summary/count-exactly.ts');
    const count = (text: string) => countExactly(text, config.model, world);
    if (input.part === undefined) return exactPack(build, count, budget);
    // What one part holds depends on all of them: they are counted together, whichever is asked for.
    const first = { ...input, part: { ...input.part, number: 1 } };
    const whole = await exactPack((tokens) => buildPack(first, { tokens, chars }), count, budget);
    return exactPart(whole, count, input.part.number);
  };
}

/** A note has its branch as git does, for finding it again. */
function withoutSecretBranch({ note, ...checkpoint }: Checkpoint): Checkpoint {
  const branch = redact(note.context.branch).text;
  return { ...checkpoint, note: { ...note, context: { ...note.context, branch } } };
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
  const contents = readContents(repository, checkpoint);
  const ahead = contents.then(async ({ files }) => {
    await new Promise((resolve) => setImmediate(resolve));
    return looked ? undefined : packer({ checkpoint }, { files, drift: noDrift });
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
  return { checkpoint, ...(why === undefined ? {} : { why }), contents: readContents(repository, checkpoint) };
}

const ROUNDS = [1, 8, 60, 400];
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Reads from the newest on, more each time, until one of this branch and worktree is found. */
async function findHere(repository: Repository, search: Search): Promise<Found | undefined> {
  const { engine } = repository;
  const { looking, request } = search;
  let found: Checkpoint[] = [];
  let unreadable: CheckpointNumber[] = [];
  let guess: Found | undefined;
  const provenanceOf = await readProvenance(repository);
  for (const limit of ROUNDS) {
    const numbers = await newestNumbers(engine, limit);
    const entries = await readCheckpoints(engine, numbers);
    unreadable = entries.filter((entry) => readable(entry) === undefined).map(({ number }) => number);
    found = entries
      .map(readable)
      .filter((checkpoint) => checkpoint !== undefined)
      .filter((checkpoint) => !isForeign(provenanceOf(checkpoint)))
      .filter(({ note }) => !request.ownOnly || mayGoOnIn(engine.place.root, note.context.worktree));
    // The newest is nearly always the one.
    guess ??= found[0] === undefined ? undefined : readAhead(repository, found[0], search);
    const here = await standpoint(repository, (await looking).branch ?? '');
    // What was recovered may be older than its number.
    const isPlain = (one: Checkpoint) => closeness(one, here) === 3 && one.note.trigger !== 'recover';
    if (numbers.length < limit || found.some(isPlain)) break;
  }
  const selection = selectCheckpoint(found, await standpoint(repository, (await looking).branch ?? ''));
  if (selection === undefined) return undefined;
  return withContents(repository, await afterRestore(repository, besides(selection, unreadable)), guess);
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
  return { ...selection, contents: readContents(repository, selection.checkpoint) };
}

async function readContents(repository: Repository, checkpoint: Checkpoint): Promise<Contents> {
  const { engine } = repository;
  const changes = await changedFiles(engine, checkpoint);
  return { changes, files: await workingFiles(engine, checkpoint, changes) };
}

/** Few changes are found sooner by reading their folders here, many by a git process of its own. */
const FEW_FILES = 40;

function changedFiles(engine: GitEngine, { base, tree, note }: Checkpoint): Promise<readonly TreeChange[]> {
  if (base === undefined || note.totals.files <= FEW_FILES) {
    return compareTrees(engine, base === undefined ? undefined : `${base}^{tree}`, tree);
  }
  return engine.diffTrees(base, tree, { renames: true, counts: false });
}

/** A checkpoint whose note is damaged still says what its commit message holds. */
function readable(entry: Checkpoint | DamagedCheckpoint | undefined): Checkpoint | undefined {
  return entry !== undefined && isDamaged(entry) ? entry.rescued : entry;
}

async function standpoint({ engine, settings }: Repository, branch: string): Promise<Standpoint> {
  const [identity, { config }] = await Promise.all([engine.identity(), settings]);
  return { branch, worktree: engine.place.root, trusted: [identity.email, ...config.allowedAuthors] };
}
