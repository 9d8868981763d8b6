import { analyzeSession, type SessionAnalysis } from '../analysis/analyze.ts';
import type { FileContents } from '../analysis/artifacts.ts';
import type { ChangedFile } from '../analysis/changes.ts';
import { mergeFields } from '../analysis/merge-fields.ts';
import type { Manifest } from '../analysis/technical-context.ts';
import { defined } from '../core/defined.ts';
import type { Artifact, Note, SessionFacts } from '../core/note.ts';
import type { TreeChange } from '../core/tree-change.ts';
import { beforeCommand } from '../core/why-saved.ts';
import type { NoteMaterial } from './build-note.ts';

const artifactStatus = {
  added: 'created',
  deleted: 'deleted',
  modified: 'modified',
  renamed: 'renamed',
  type: 'modified',
} as const;

/** What the session knew, what was given in place of it, on top of what the line of work knew before. */
export function findKnowledge(
  material: NoteMaterial,
  { manifests, contents }: { readonly manifests: readonly Manifest[]; readonly contents: FileContents },
): SessionAnalysis {
  const { request, snapshot, predecessor, session } = material;
  const { note } = predecessor ?? {};
  const found = analyzeSession(
    defined({
      changes: snapshot.changes.map(changedFile),
      manifests,
      contents,
      session,
      predecessor: note === undefined ? undefined : note.analysis,
      since: note === undefined ? undefined : (note.captured_at ?? note.created),
      sameSession: isSameSession(session?.id ?? request.session?.id, note),
      lastMessage: request.lastMessage,
    }),
  );
  const given = [...(request.artifacts ?? []), ...givenBefore(note, found.analysis.artifacts)];
  const artifacts = besideGiven(given, found.analysis.artifacts);
  const by = request.givenBy ?? 'user';
  const analysis = { ...mergeFields(found.analysis, request.given ?? {}, by), artifacts };
  const { summary: known, ...evidence } = analysis.evidence ?? {};
  // A save outside of any session tells what is there now.
  const before = (session ?? request.session) === undefined ? undefined : known;
  const summary = isBlank(request.summary) ? before : { by };
  return { ...found, analysis: { ...analysis, evidence: { ...evidence, ...(summary && { summary }) } } };
}

/** Also where the transcript is not read, as before a command: the hook knows whose it is. */
function isSameSession(id: string | undefined, before: Note | undefined): boolean {
  return id !== undefined && id !== '' && before?.session?.id === id;
}

/**
 * Summary and description as they were given; else those of the checkpoint before, while nothing took the place of what somebody
 * said there; else what was found.
 */
export function headlineOf(material: NoteMaterial, found: SessionAnalysis) {
  const { request, predecessor } = material;
  const { summary, description = '' } = request;
  if (!isBlank(summary)) return { summary, description };
  if (predecessor === undefined || found.analysis.evidence?.['summary'] === undefined)
    return { summary: nameBeforeCommand(material) ?? found.summary, description };
  return { summary: predecessor.note.summary, description: description || predecessor.note.description };
}

/**
 * The transcript is not read before a command, so the work is called as the session's last checkpoint called it, and by the command
 * where there is none.
 */
function nameBeforeCommand({ request, predecessor }: NoteMaterial): string | undefined {
  const { anchor, session } = request;
  if (!anchor?.startsWith('before ') || request.source !== 'none') return undefined;
  const before = predecessor?.note;
  const isOfSession = before?.session !== undefined && before.session.id === session?.id;
  const isNamed = isOfSession && before.summary !== beforeCommand(before.anchor ?? '');
  return isNamed ? before.summary : beforeCommand(anchor);
}

/** What somebody wrote about a file says more than its counts; the other files of git follow. A row that comes twice counts once. */
function besideGiven(given: readonly Artifact[], found: readonly Artifact[]): readonly Artifact[] {
  const named = new Set<string>();
  return [...given, ...found].filter(({ path }) => !named.has(path) && named.add(path));
}

/** Words that were given for a file stay while it differs; only such rows have words and no counts. */
function givenBefore(before: Note | undefined, found: readonly Artifact[]): readonly Artifact[] {
  const active = new Set(found.map(({ path }) => path));
  const rows = before?.analysis.artifacts ?? [];
  return rows.filter(({ path, change, added }) => change !== '' && added === undefined && active.has(path));
}

/** A summary of nothing but spaces is none. */
function isBlank(summary: string | undefined): summary is undefined {
  return summary === undefined || summary.trim() === '';
}

function changedFile({ path, status, added = 0, removed = 0, binary }: TreeChange): ChangedFile {
  return { path, status: artifactStatus[status], ...(binary ? {} : { added, removed }) };
}

/** Which session it was: what the caller knows wins over what the transcript says. */
export function sessionFacts({ request, session, predecessor }: NoteMaterial): { readonly session?: SessionFacts } {
  if (session === undefined && request.session === undefined) return {};
  const previous = predecessor?.note.session?.id;
  const id = request.session?.id || session?.id || '';
  const facts = defined({
    agent: session?.agent ?? '',
    id,
    agent_version: session?.agentVersion,
    previous_id: previous === id ? predecessor?.note.session?.previous_id : previous,
    transcript: session?.transcript,
    started: session?.started,
    duration_ms: duration(session?.started, session?.ended),
    model: session?.model,
    context_tokens: session?.contextTokens,
    context_window: session?.contextWindow,
    ...request.session,
  });
  return { session: cutTexts(facts) };
}

/** Longer than any id, version or path that an agent gives out. */
const MAX_FACT_LENGTH = 1000;

/** They come from outside as they are, and a note that they make too long could not be read again. */
function cutTexts(facts: SessionFacts): SessionFacts {
  const cut = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_FACT_LENGTH) : value);
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, cut(value)]),
  ) as unknown as SessionFacts;
}

function duration(started: string | undefined, ended: string | undefined): number | undefined {
  const length = Date.parse(ended ?? '') - Date.parse(started ?? '');
  return Number.isFinite(length) && length >= 0 ? length : undefined;
}
