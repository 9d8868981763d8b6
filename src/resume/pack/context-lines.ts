import type { Note } from '../../core/note.ts';
import { oneLine } from './quote.ts';

/** Where and with what the session worked. */
export function contextLines(note: Note): string[] {
  const { context, analysis } = note;
  return [
    labelled('Directory', [context.working_directory]),
    sessionLine(note),
    labelled(
      'Documents',
      analysis.relevant_docs.filter((path) => !isRead(note, path)),
    ),
    labelled('Packages', context.relevant_packages),
    labelled(
      'Tool state',
      (context.state_files ?? []).map(({ path }) => path),
    ),
    labelled('Anchor', note.anchor === undefined ? [] : [note.anchor]),
  ].filter((line) => line !== '');
}

/** What was read is told as read. */
function isRead({ session_files }: Note, path: string): boolean {
  return session_files?.read.some((file) => file.path === path) === true;
}

const NEWEST_READ = 6;
const MAX_READ = 40;

/** What was read last is what was being worked with: a line of its own is the last to be left out. */
export function readLines(note: Note): string[] {
  const read = (note.session_files?.read ?? []).map(({ path, lines }) => (lines === '' ? path : `${path}:${lines}`));
  const newest = read.slice(-MAX_READ).reverse();
  return [
    labelled('Files read, newest first', newest.slice(0, NEWEST_READ)),
    labelled('Read before', newest.slice(NEWEST_READ)),
  ].filter((line) => line !== '');
}

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
