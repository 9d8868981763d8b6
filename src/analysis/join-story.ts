import type { Analysis } from '../core/note.ts';
import { BOUNDS } from './bounds.ts';
import { cutWords } from './sentences.ts';

const MAX_EARLIER_SESSIONS = 6;
const EARLIER = 'Earlier session: ';

/** The new story ends with the newest. What the same session told before is told again; another session takes one line. */
export function joinStory(before: Analysis, now: readonly string[], sameSession: boolean): string[] {
  const { play_by_play: story } = before;
  if (now.length === 0) return [...story];
  const known = new Set(now.map(opening));
  const isEarlier = (line: string) => line.startsWith(EARLIER);
  const told = story.filter((line) => !isEarlier(line));
  const isToldAgain = sameSession || told.some((line) => known.has(opening(line)));
  const about = cutWords(before.session_intent || before.problem, 160);
  const last = isToldAgain || told.length === 0 ? [] : [`${EARLIER}${about || 'no words'} (${told.length} steps)`];
  return [...[...story.filter(isEarlier), ...last].slice(-MAX_EARLIER_SESSIONS), ...now].slice(
    -BOUNDS.play_by_play.count,
  );
}

/** A turn and how its request begins: what stays the same when the same session is told again, also folded. */
function opening(line: string): string {
  const [, turn, request] = /^Turns? (\d+)[^:]*: (.{1,20})/.exec(line) ?? [];
  return turn === undefined ? line : `${turn} ${request}`;
}
