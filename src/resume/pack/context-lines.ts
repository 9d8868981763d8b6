import type { Note } from '../../core/note.ts';
import { oneLine } from './quote.ts';

/** Where and with what the session worked. */
export function contextLines(note: Note): string[] {
  const { context, analysis } = note;
  const read = (note.session_files?.read ?? []).map(({ path, lines }) => (lines === '' ? path : `${path}:${lines}`));
  return [
    labelled('Directory', [context.working_directory]),
    sessionLine(note),
    // Where the line is cut, the newest stay.
    labelled('Files read, newest first', read.slice(-MAX_READ).reverse()),
    labelled('Documents', analysis.relevant_docs),
    labelled('Packages', context.relevant_packages),
    labelled(
      'Tool state',
      (context.state_files ?? []).map(({ path }) => path),
    ),
    labelled('Anchor', note.anchor === undefined ? [] : [note.anchor]),
  ].filter((line) => line !== '');
}

const MAX_READ = 40;

function sessionLine({ session }: Note): string {
  if (session === undefined) return '';
  const words = [session.agent, session.model ?? '', session.id].filter((word) => word !== '');
  const transcript = session.transcript === undefined ? '' : `, transcript ${session.transcript}`;
  return labelled('Session', [`${words.join(' ')}${transcript}`]);
}

function labelled(label: string, words: readonly string[]): string {
  const filled = words.filter((word) => word !== '');
  return filled.length === 0 ? '' : `${label}: ${filled.map(oneLine).join(', ')}`;
}
