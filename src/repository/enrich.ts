import { digestSession } from '../analysis/digest.ts';
import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { Analysis, Note } from '../core/note.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { Session } from '../core/session.ts';
import { readTranscript } from '../note/read-transcript.ts';
import { isMadeHere, readProvenance } from '../open/provenance.ts';
import { type CheckpointOrNumber, configOf, loadGiven, type Repository, requireSettings } from '../open/repository.ts';
import { redactNote } from '../redaction/redact-note.ts';
import { modelPlace } from './model-use.ts';
import { reword } from './reword.ts';

type EnrichResult =
  | { readonly kind: 'enriched'; readonly checkpoint: Checkpoint; readonly sentTo?: string }
  /** The analysis stays as it was found without a model. */
  | { readonly kind: 'kept'; readonly number: CheckpointNumber; readonly why: string; readonly sentTo?: string };

const PATIENCE_MS = 90_000;

/** Lets a model write the analysis of a checkpoint anew. Whatever goes wrong, the checkpoint keeps the analysis it has. */
export async function enrich(repository: Repository, given: CheckpointOrNumber): Promise<EnrichResult> {
  const { world } = repository;
  const checkpoint = await loadGiven(repository, given);
  const { number, note } = checkpoint;
  const { session, why } = await sessionOf(repository, checkpoint);
  if (session === undefined) return { kind: 'kept', number, why: why ?? 'its transcript is gone' };
  const { enrichAnalysis } = await import('../summary/enrich.ts');
  await requireSettings(repository, ['llm', 'model']);
  const { model } = await configOf(repository);
  const baseUrl = world.env['ANTHROPIC_BASE_URL'];
  const outcome = await enrichAnalysis({
    digest: digestSession(session).text,
    offline: note.analysis,
    options: defined({ apiKey: world.env['ANTHROPIC_API_KEY'] ?? '', baseUrl, model, timeoutMs: PATIENCE_MS }),
  });
  const changed = outcome.kind === 'llm' ? outcome.analysis : withWord(note.analysis, outcome.why);
  const edit = (current: Note) =>
    sameAnalysis(current, note) ? redactNote({ ...current, analysis: changed }) : current;
  const updated = await reword(repository, number, edit);
  const { host, hasKey } = modelPlace(world);
  const sent = hasKey ? { sentTo: host } : {};
  if (outcome.kind === 'offline') return { kind: 'kept', number, why: outcome.why, ...sent };
  return { kind: 'enriched', checkpoint: updated, ...sent };
}

/** The session behind a checkpoint, or why it cannot be read. */
async function sessionOf(
  repository: Repository,
  checkpoint: Checkpoint,
): Promise<{ readonly session?: Session | undefined; readonly why?: string | undefined }> {
  const { session } = checkpoint.note;
  if (session === undefined) return { why: 'no agent session' };
  const { transcript, agent } = session;
  if (transcript === undefined) return { why: 'the transcript of its session is not known' };
  // Whoever wrote the note chose the path: any file of this machine.
  const { remote } = (await readProvenance(repository))(checkpoint);
  if (remote !== undefined) return { why: 'it was fetched, and so was the path of its transcript' };
  if (!isMadeHere(repository, checkpoint))
    return { why: 'you did not save it in this clone, nor choose the path of its transcript' };
  const read = await readTranscript(repository, defined({ transcript, agent: agent || undefined }));
  return { session: read.session, why: read.warning };
}

/** The note tells that a model was asked, and why its answer is not here. */
function withWord(analysis: Analysis, why: string): Analysis {
  return { ...analysis, model_error: why.slice(0, 200) };
}

/** Somebody who changed the analysis meanwhile knows better than a model that read the older one. */
function sameAnalysis(current: Note, read: Note): boolean {
  return JSON.stringify(current.analysis) === JSON.stringify(read.analysis);
}
