import { age } from '../core/age.ts';
import type { Checkpoint } from '../core/checkpoint.ts';
import type { Switch } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { triggersOfPeople } from '../core/note.ts';
import type { SavedByHook } from '../local/session-record.ts';
import { findSession, writeSession } from '../local/session-register.ts';
import { describeOffered, type ResumeOutcome, resume } from '../repository/resume.ts';
import { describeDrift } from '../resume/pack/drift.ts';
import { headline } from '../resume/pack/frame.ts';
import type { EventContext } from './event-context.ts';
import { describeOtherWork, endNotice, howToDecide, oneLine, pendingQuestion } from './notices.ts';
import { keepsConversation, lineOf, recordHanded } from './own-line.ts';
import { tellable } from './save-session.ts';

/** What a session gets: a text for the model in each part, and a few lines for the user. */
export interface ResumeTexts {
  readonly contexts: readonly string[];
  readonly notice?: string;
}

interface ResumeTextOptions {
  readonly mode: Switch;
  /** What was saved for the session before. */
  readonly justSaved?: SavedByHook;
  /** What was not, and is to be told. */
  readonly unsaved?: string;
}

/** A host that counts to its limit may count its own words with ours. */
const MARGIN = 100;
const OFFER_BUDGET = 300;
const MAX_OTHER_CHARS = 900;

type Resumed = Extract<ResumeOutcome, { readonly kind: 'resumed' }>;

/** The texts for a session that begins, from the checkpoint that belongs to this worktree. */
export async function resumeTexts(hook: EventContext, options: ResumeTextOptions): Promise<ResumeTexts> {
  if (options.mode === 'false') return { contexts: [], ...notice(endLines(hook, options)) };
  const { event, hooks, part } = hook;
  const repository = await hook.repository();
  // Room is kept for what is said beside the pack.
  const hostChars = hooks.room.chars - MARGIN - pendingQuestion(999_999_999).length - MAX_OTHER_CHARS;
  const outcome = await resume(
    repository,
    defined({
      ownOnly: true,
      hostChars,
      part: { number: 1, of: part.of },
      budget: options.mode === 'prompt' ? OFFER_BUDGET : undefined,
      session: lineOf(hook),
    }),
  );
  recordHanded(hook, outcome);
  if (outcome.kind === 'none')
    return { contexts: [], ...notice([...endLines(hook, options), ...offered(hook, outcome)]) };
  if (event.kind === 'session-start' && keepsConversation(event.source)) return driftTexts(outcome, event.session);
  const question = askOnce(hook, outcome) ? [pendingQuestion(outcome.checkpoint.number)] : [];
  const notices = endLines(hook, { ...options, ...newerSave(options.justSaved, outcome.checkpoint) });
  const lines = [...notices, ...(question.length === 0 ? [] : undecided(outcome, options))];
  const made = options.mode === 'prompt' ? offer(hook, outcome) : handOver(hook, outcome);
  const [first = '', ...further] = made.contexts;
  const others = describeOtherWork(outcome.otherWork, hook.world.now());
  const context = [...question, ...forModel(others), first].join('\n\n');
  return { contexts: [context, ...further], ...notice([...lines, made.line, ...others]) };
}

/** Where nothing is the user's own, a new session says what there is besides. */
function offered({ event }: EventContext, outcome: Extract<ResumeOutcome, { readonly kind: 'none' }>): string[] {
  const isNew = event.kind === 'session-start' && event.source === 'startup';
  return isNew && outcome.offered !== undefined ? [describeOffered(outcome.offered)] : [];
}

/** A model must not take up what is another session's. */
function forModel(others: readonly string[]): string[] {
  if (others.length === 0) return [];
  const text = ['Other work in this working tree, not part of what follows:', ...others].join('\n');
  return [text.slice(0, MAX_OTHER_CHARS - 2)];
}

/** The text for the model in its parts, and the line for the user. */
interface Made {
  readonly contexts: readonly string[];
  readonly line: string;
}

function handOver({ world }: EventContext, { checkpoint, title, pack }: Resumed): Made {
  const line = `${headline({ checkpoint, title, now: world.now() })} · checkpoint ${checkpoint.number}`;
  return { contexts: [pack.text, ...pack.further], line };
}

/** Nothing is loaded; user and model learn that something could be. */
function offer({ world }: EventContext, { checkpoint, title }: Resumed): Made {
  const { number, note } = checkpoint;
  const saved = age(new Date(note.created), world.now());
  const line = `Checkpoint ${number} can be resumed: ${oneLine(title)} (saved ${saved})`;
  const context = `${line}\nIt was not loaded. When the user wants to go on from there, \`git checkpoint resume ${number}\` prints it.`;
  return { contexts: [context], line };
}

/** The conversation is still there: only what changed beside it is new. */
function driftTexts({ checkpoint, drift }: Resumed, session: string): ResumeTexts {
  if (drift === undefined) return { contexts: [] };
  const lines = describeDrift(drift, checkpoint.note.analysis.next_actions, checkpoint.number);
  const whose = checkpoint.note.session?.id === session ? 'of this session' : 'of this working tree';
  const context = [`Since checkpoint ${checkpoint.number} ${whose}:`, ...lines].join('\n');
  return { contexts: [context] };
}

/** What is told of the session before. */
function endLines({ world }: EventContext, { justSaved, unsaved }: ResumeTextOptions): string[] {
  return [
    ...(justSaved === undefined ? [] : [endNotice(justSaved, world.now())]),
    ...(unsaved === undefined ? [] : [unsaved]),
  ];
}

/** What user or agent saved after the last hook did is what the session ended with. */
function newerSave(saved: SavedByHook | undefined, checkpoint: Checkpoint): Pick<ResumeTextOptions, 'justSaved'> {
  const { number, note } = checkpoint;
  const isNewer = saved !== undefined && number > saved.number && triggersOfPeople.includes(note.trigger);
  return isNewer ? { justSaved: tellable(checkpoint) } : {};
}

/** Whether this is the first session that sees the pending checkpoint: user and model are asked about it once. */
function askOnce(hook: EventContext, { checkpoint: { number, note } }: Resumed): boolean {
  const { place } = hook;
  const { agent = '', id = '' } = note.session ?? {};
  const saver = note.pending ? findSession(place, { agent, key: id }) : undefined;
  // Nobody need decide about words alone.
  const isEmpty = saver?.saved?.number === number && saver.saved.files === 0;
  if (saver === undefined || saver.askedAbout === number || isEmpty) return false;
  try {
    writeSession(place, { ...saver, askedAbout: number });
  } catch (error) {
    hook.report(hook.event.kind, error);
  }
  return true;
}

/** A pending checkpoint that was not saved a moment ago has not been told about yet. */
function undecided({ checkpoint }: Resumed, { justSaved }: ResumeTextOptions): string[] {
  if (!checkpoint.note.pending || justSaved?.number === checkpoint.number) return [];
  return [`Checkpoint ${checkpoint.number} is pending.\n${howToDecide(checkpoint.number)}`];
}

function notice(lines: readonly string[]): { readonly notice?: string } {
  return lines.length === 0 ? {} : { notice: lines.join('\n') };
}
