import { age } from '../core/age.ts';
import type { Switch } from '../core/config.ts';
import type { SavedByHook } from '../local/session-record.ts';
import { type ResumeOutcome, resume } from '../repository/resume.ts';
import { describeDrift } from '../resume/pack/drift.ts';
import { headline } from '../resume/pack/frame.ts';
import type { EventContext } from './event-context.ts';
import { howToDecide, oneLine, pendingNotice, pendingQuestion, savedNotice } from './notices.ts';

/** What a session gets: a text for the model in each part, and a few lines for the user. */
export interface ResumeTexts {
  readonly contexts: readonly string[];
  readonly notice?: string;
}

export interface ResumeTextOptions {
  readonly mode: Switch;
  /** What was saved a moment ago. */
  readonly justSaved?: SavedByHook;
}

/** A host that counts to its limit may count its own words with ours. */
const MARGIN = 100;
const OFFER_BUDGET = 300;

type Resumed = Extract<ResumeOutcome, { readonly kind: 'resumed' }>;

/** The texts for a session that begins, from the checkpoint that belongs to this worktree. */
export async function resumeTexts(hook: EventContext, options: ResumeTextOptions): Promise<ResumeTexts> {
  const notices = options.justSaved === undefined ? [] : [describeSaved(options.justSaved)];
  if (options.mode === 'false') return { contexts: [], ...notice(notices) };
  const { event, hooks, part } = hook;
  const repository = await hook.repository();
  // Room is kept for the question about a pending checkpoint.
  const hostChars = hooks.room.chars - MARGIN - pendingQuestion(999_999_999).length;
  const outcome = await resume(repository, {
    ownOnly: true,
    hostChars,
    part: { number: 1, of: part.of },
    ...(options.mode === 'prompt' ? { budget: OFFER_BUDGET } : {}),
  });
  if (outcome.kind === 'none') return { contexts: [], ...notice(notices) };
  if (event.kind === 'session-start' && event.source === 'resume') return driftTexts(outcome);
  const lines = [...notices, ...undecided(outcome, options)];
  return options.mode === 'prompt' ? offer(hook, outcome, lines) : handOver(hook, outcome, lines);
}

function handOver(hook: EventContext, { checkpoint, pack }: Resumed, notices: readonly string[]): ResumeTexts {
  const question = checkpoint.note.pending ? [pendingQuestion(checkpoint.number)] : [];
  return {
    contexts: [[...question, pack.text].join('\n\n'), ...pack.further],
    ...notice([...notices, `${headline({ checkpoint, now: hook.world.now() })} · checkpoint ${checkpoint.number}`]),
  };
}

/** Nothing is loaded; user and model learn that something could be. */
function offer({ world }: EventContext, { checkpoint }: Resumed, notices: readonly string[]): ResumeTexts {
  const { number, note } = checkpoint;
  const saved = age(new Date(note.created), world.now());
  const line = `Checkpoint ${number} can be resumed: ${oneLine(note.summary)} (saved ${saved})`;
  const context = `${line}\nIt was not loaded. When the user wants to go on from there, \`git checkpoint resume ${number}\` prints it.`;
  const question = note.pending ? [pendingQuestion(number)] : [];
  return { contexts: [[...question, context].join('\n\n')], ...notice([...notices, line]) };
}

/** The conversation is still there: only what changed beside it is new. */
function driftTexts({ checkpoint, drift }: Resumed): ResumeTexts {
  if (drift === undefined) return { contexts: [] };
  const lines = describeDrift(drift, checkpoint.note.analysis.next_actions);
  const context = [`Since checkpoint ${checkpoint.number} of this working tree:`, ...lines].join('\n');
  return { contexts: [context] };
}

function describeSaved(saved: SavedByHook): string {
  return saved.pending ? pendingNotice(saved) : savedNotice(saved);
}

/** A pending checkpoint of an earlier day is still to be decided about. */
function undecided({ checkpoint }: Resumed, { justSaved }: ResumeTextOptions): string[] {
  if (!checkpoint.note.pending || justSaved?.number === checkpoint.number) return [];
  return [`Checkpoint ${checkpoint.number} is pending.\n${howToDecide(checkpoint.number)}`];
}

function notice(lines: readonly string[]): { readonly notice?: string } {
  return lines.length === 0 ? {} : { notice: lines.join('\n') };
}
