import { defined } from '../core/defined.ts';
import { emptyAnalysis, MAX_NOTE_BYTES, type Note, type Trigger, triggers } from '../core/note.ts';
import { isUid } from '../core/number.ts';
import { renderMustKeep, startOfMustKeep } from './markdown.ts';
import { renderNote } from './note-text.ts';
import { parseSections } from './parse-markdown.ts';

/**
 * The commit message: summary, description, what must survive, trailers. `git show` reads well, and a checkpoint that lost its
 * note is rebuilt from here.
 */
export function renderMessage(note: Note): string {
  const description = note.description.trim() === '' ? '' : `${note.description.trim()}\n\n`;
  const session = note.session === undefined ? '' : `Checkpoint-Session: ${oneLine(note.session.id)}\n`;
  const trailers = `Checkpoint-Uid: ${note.uid}\nCheckpoint-Trigger: ${note.trigger}\n${session}`;
  const message = `${oneLine(note.summary)}\n\n${description}${renderMustKeep(note.analysis)}${trailers}`;
  // git reads a message only up to a NUL, and a strict remote refuses the commit.
  return message.replaceAll('\0', '');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim() || 'Checkpoint';
}

/** The uid that a checkpoint's commit carries; undefined when the commit is no checkpoint of ours. */
export function uidFromMessage(message: string): string | undefined {
  const uid = trailerOf(message.slice(startOfTrailers(message)), 'Uid');
  return uid !== undefined && isUid(uid) ? uid : undefined;
}

/** Where the trailers begin: words before them may quote those of another checkpoint. */
function startOfTrailers(message: string): number {
  const start = message.lastIndexOf('\nCheckpoint-Uid: ');
  return start < 0 ? message.length : start + 1;
}

function trailerOf(trailers: string, name: string): string | undefined {
  return new RegExp(`^Checkpoint-${name}: (.*)$`, 'm').exec(trailers)?.[1];
}

/** What of a note a commit can give back; undefined when the commit is no checkpoint of ours. */
export function noteFromMessage(
  message: string,
  facts: { readonly created: string; readonly commit: string },
): Note | undefined {
  const uid = uidFromMessage(message);
  if (uid === undefined) return undefined;
  const words = message.slice(0, startOfTrailers(message));
  const trailers = message.slice(words.length);
  const note = noteOf(words, trailers, { ...facts, uid });
  // Somebody else's message may be of any length; a note that is longer than this is not read.
  const isReadable = Buffer.byteLength(renderNote(note)) <= MAX_NOTE_BYTES;
  return isReadable ? note : noteOf(words.slice(0, MAX_WORDS), trailers, { ...facts, uid });
}

/** In characters, each of which may take several bytes. */
const MAX_WORDS = MAX_NOTE_BYTES / 8;
const MAX_ID_LENGTH = 1000;

function noteOf(
  words: string,
  trailers: string,
  { uid, ...facts }: { readonly uid: string; readonly created: string; readonly commit: string },
): Note {
  const trailer = (name: string) => trailerOf(trailers, name);
  const start = startOfMustKeep(words);
  const head = words.slice(0, start).split('\n');
  const body = words.slice(start);
  const session = trailer('Session')?.slice(0, MAX_ID_LENGTH);
  return defined({
    schema: 1,
    uid,
    created: facts.created,
    trigger: triggers.find((name) => name === trailer('Trigger')) ?? ('manual' satisfies Trigger),
    mode: 'stateful',
    pending: false,
    summary: head[0] ?? '',
    description: head.slice(1).join('\n').trim(),
    analysis: body === '' ? emptyAnalysis : { ...parseSections(body, { strict: false }), source: 'offline' as const },
    context: {
      working_directory: '',
      worktree: '',
      branch: '',
      commit: facts.commit,
      relevant_packages: [],
      recent_commands: [],
      git_status: { staged: [], modified: [], untracked: [], deleted: [], conflicted: [] },
    },
    session: session === undefined ? undefined : { agent: '', id: session },
    files_modified: [],
    skipped: [],
    totals: { files: 0, bytes: 0, added: 0, removed: 0 },
    redactions: 0,
  });
}
