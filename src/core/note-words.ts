import { hideIdentity, type MachineIdentity } from './machine-identity.ts';
import { mapTexts } from './map-texts.ts';
import type { Note } from './note.ts';

/** Fields in which programs read, not people: another word in its place would be another fact, or none. */
const FIXED = new Set('uid created captured_at trigger mode source status why outcome by commit started'.split(' '));
/** What names a branch or an agent has that name everywhere. */
const NAMES = new Set('branch agent agent_version model id previous_id'.split(' '));
/** Files, by their paths; those of the working tree are relative and have the same path everywhere. */
const PATHS = new Set('path files_modified edited staged modified untracked deleted conflicted'.split(' '));

/** A note with its words changed, each with the name of its field. */
export function mapWords(note: Note, change: (text: string, field: string) => string): Note {
  const { modified_at: _, ...words } = note;
  return { ...note, ...mapTexts(words, (text, field) => (FIXED.has(field) ? text : change(text, field))) };
}

/** A note whose words tell neither where nor by whom the work was done. */
export function hidePlacesIn(note: Note, places: MachineIdentity): Note {
  return mapWords(note, (text, field) => {
    const stays = NAMES.has(field) || (PATHS.has(field) && isInside(text));
    return stays ? text : hideIdentity(text, places);
  });
}

function isInside(path: string): boolean {
  return !/^(?:[/\\~]|\.\.|[A-Za-z]:)/.test(path);
}
