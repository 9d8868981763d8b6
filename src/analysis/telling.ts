import { isDense } from './cues.ts';
import { subjectWords } from './sentences.ts';

const GENERIC = new Set(
  'code base main against current state everything first review change branch comment commit push test lint check plan fix issue issu again step continu implement follow address pr ci error task session resum updat read handoff mov next start improvement additional remain'.split(
    ' ',
  ),
);

/** Whether a word, in the form of `subjectWords`, is said of any work. */
export function isGeneric(word: string): boolean {
  return GENERIC.has(word);
}

/** Whether a line is more than a hash, a number or what a shell printed. */
export function isWords(line: string): boolean {
  return line !== '' && !/^[❯$>#|]|^<[a-z][\w-]*[ >]|^[0-9a-f]{7,40}$|^\d+$/i.test(line);
}

const PLACE = /https?:\/\/\S+|(?<![\w<])[~.]{0,2}\/[\w@.~/-]+/g;

/** Whether a text is nothing but an address or a path. */
function isPlace(text: string): boolean {
  return text.replace(PLACE, '').trim() === '';
}

/** Whether a text only says where something is: `The log is in /var/log/app.log`. */
export function isOnlyPlace(text: string): boolean {
  const rest = text.replace(PLACE, '');
  return rest !== text && subjectWords(rest).size < 2;
}

/** Whether a line says to somebody who was not there what the work is about. */
export function isTelling(line: string): boolean {
  if (!isWords(line) || isPlace(line)) return false;
  if (
    /^(?:try|do|run|go|put|make|use|fix|add|remove|keep|leave|take|is|are) (?:it|this|that|them|those|these|again|on|ahead)\b/i.test(
      line,
    )
  )
    return false;
  if (/^(?:try\b.{0,40}\bagain\b|continue|go on|carry on|proceed|thanks|ok|yes|no)\b/i.test(line)) return false;
  if (/\b(?:do|ignore|skip|option) [A-E1-9](?:\b|,)/.test(line)) return false;
  // `Try what you just said` needs the words before it.
  if (/\bwhat (?:you|i|we) (?:just |have )?(?:said|suggested|proposed|described|mentioned|listed)\b/i.test(line))
    return false;
  if (/^(?:続けて|進めて|(?:完了|最後)まで|继续|계속)/.test(line)) return false;
  if (isDense(line)) return true;
  const words = [...subjectWords(line)];
  return words.filter((word) => !GENERIC.has(word)).length >= 2;
}
