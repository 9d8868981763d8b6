import type { SessionView } from './session-view.ts';

const TOLD = /(?:^|\n|&&|;)\s*(?:cd ("[^"\n]+"|'[^'\n]+'|[^\s;&]+)\s*(?:&&|;|\n)|git -C ("[^"\n]+"|'[^'\n]+'|\S+) )/g;
const DELIVERS = /\bgit\b.{0,200}? (?:add|commit|push|merge|rebase|cherry-pick|switch -c|checkout -b)\b/s;
export const THROWN_AWAY = /^(?:\/private)?\/(?:tmp|var)\/|\/(?:te?mp|scratchpad)(?:\/|$)|\$|\/\.\w/i;

/** The directory outside the session's own where it last kept files with git; its own tree says nothing about them. */
export function workElsewhere({ session, calls }: SessionView): string | undefined {
  const last = calls.findLast(
    ({ call, failed }) => call.result === 'ok' && !failed && DELIVERS.test(call.command ?? ''),
  );
  const place = placeElsewhere(last?.call.command ?? '', session.cwd ?? '');
  return place === undefined || THROWN_AWAY.test(place) ? undefined : place;
}

/** Where a command line went last, if that is no part of the session's directory and has no such part. */
export function placeElsewhere(command: string, cwd: string): string | undefined {
  const places = [...command.matchAll(TOLD)].map(([, step, told]) => (step ?? told ?? '').replace(/^["']|["']$/g, ''));
  const place = places.at(-1) ?? '';
  const whole = place.replace(/^~(?=\/|$)/, HOME.exec(cwd)?.[0] ?? '~');
  const isOutside = /^[/~]/.test(place) && cwd !== '' && !isWithin(whole, cwd) && !isWithin(cwd, whole);
  // A link or a mount of the same directory has its name.
  return isOutside && nameOf(place) !== nameOf(cwd) ? place : undefined;
}

const HOME = /^(?:\/(?:Users|home)\/[^/]+|\/root)(?=\/|$)/;

export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory.replace(/\/$/, '')}/`);
}

function nameOf(path: string): string {
  return (
    path
      .replace(/[\\/]$/, '')
      .split(/[\\/]/)
      .at(-1) ?? ''
  );
}
