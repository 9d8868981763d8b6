import { cutWords } from '../analysis/sentences.ts';
import { defined } from '../core/defined.ts';
import { type Analysis, MAX_NOTE_BYTES, type Note } from '../core/note.ts';
import { type RenderedNote, renderNote } from '../store/note-text.ts';

/** Drops the least needed parts until the note can be read again. */
export function fitNote(note: Note): RenderedNote {
  let rendered = render(note);
  for (const shorter of shorterForms(note)) {
    if (rendered.bytes.length <= MAX_NOTE_BYTES) break;
    rendered = render(shorter);
  }
  return rendered;
}

function render(note: Note): RenderedNote {
  return { note, bytes: Buffer.from(renderNote(note)) };
}

/** Made one by one: nearly always the note fits as it is. */
function* shorterForms(note: Note): Generator<Note> {
  const { modified_at: _times, ...withoutTimes } = note;
  yield withoutTimes;
  const { session_files: _files, ...withoutSessionFiles } = withoutTimes;
  yield withoutSessionFiles;
  const { evidence: _evidence, ...analysis } = note.analysis;
  const lean: Note = {
    ...withoutSessionFiles,
    analysis: { ...analysis, artifacts: analysis.artifacts.slice(0, 40) },
    files_modified: note.files_modified.slice(0, 40),
    skipped: note.skipped.slice(0, 40),
    context: { ...note.context, git_status: { staged: [], modified: [], untracked: [], deleted: [], conflicted: [] } },
  };
  yield lean;
  for (const share of SHARES) yield shortened(lean, share);
}

function cutSections(sections: Note['sections'], share: number): Note['sections'] {
  return sections?.map(({ heading, text }) => ({ heading: cutWords(heading, share), text: cutWords(text, share) }));
}

const SHARES = [4000, 2000, 1000, 500, 250, 120, 60];

/** Cuts every text to `share` characters and every list to its newest items: a note that nobody can read says nothing at all. */
function shortened(note: Note, share: number): Note {
  const cut = (value: unknown): unknown => {
    if (typeof value === 'string') return cutWords(value, share);
    return Array.isArray(value) ? value.slice(-share / 2).map(cut) : value;
  };
  const analysis = Object.fromEntries(Object.entries(note.analysis).map(([field, value]) => [field, cut(value)]));
  const { state_files, ...context } = note.context;
  // A path cut short would name another file: there are fewer of them instead.
  const few = Math.floor(share / 100);
  return defined({
    ...note,
    anchor: note.anchor === undefined ? undefined : cutWords(note.anchor, share),
    summary: cutWords(note.summary, share),
    description: cutWords(note.description, share * 4),
    analysis: { ...(analysis as unknown as Analysis), artifacts: note.analysis.artifacts.slice(0, few) },
    tags: note.tags === undefined ? undefined : note.tags.slice(0, few),
    sections: cutSections(note.sections, share),
    context: defined({ ...context, state_files: state_files === undefined ? undefined : state_files.slice(0, few) }),
    files_modified: note.files_modified.slice(0, few),
    skipped: note.skipped.slice(0, few),
  });
}
