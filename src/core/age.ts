const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago it was, in words: `just now`, `2 hours ago`, `3 weeks ago`. */
export function age(then: Date, now: Date): string {
  const past = now.getTime() - then.getTime();
  if (Number.isNaN(past)) return 'at an unknown time';
  // Clocks of two machines differ a little; a checkpoint of tomorrow deserves a word.
  if (past < -5 * MINUTE) return 'in the future';
  if (past < MINUTE) return 'just now';
  if (past < HOUR) return ago(past / MINUTE, 'minute');
  if (past < DAY) return ago(past / HOUR, 'hour');
  if (past < 14 * DAY) return ago(past / DAY, 'day');
  if (past < 60 * DAY) return ago(past / (7 * DAY), 'week');
  return past < 730 * DAY ? ago(past / (30.44 * DAY), 'month') : ago(past / (365.25 * DAY), 'year');
}

function ago(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}

/** The same for a narrow column: `now`, `5m`, `3h`, `2d`, `6w`, `8mo`, `2y`. */
export function shortAge(then: Date, now: Date): string {
  const past = now.getTime() - then.getTime();
  if (Number.isNaN(past)) return '?';
  if (past < MINUTE) return 'now';
  if (past < HOUR) return `${Math.floor(past / MINUTE)}m`;
  if (past < DAY) return `${Math.floor(past / HOUR)}h`;
  if (past < 14 * DAY) return `${Math.floor(past / DAY)}d`;
  if (past < 60 * DAY) return `${Math.floor(past / (7 * DAY))}w`;
  return past < 730 * DAY ? `${Math.floor(past / (30.44 * DAY))}mo` : `${Math.floor(past / (365.25 * DAY))}y`;
}
