const pad = (value: number) => String(value).padStart(2, '0');
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `07:02`, as the user's clock shows it. */
export function clock(time: Date): string {
  return `${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** `today`, `yesterday`, `Tue`, `14 Nov` or `14 Nov 2025`, by the user's calendar. */
export function day(time: Date, now: Date): string {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((midnight(now) - midnight(time)) / 86_400_000);
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days > 1 && days < 7) return weekdays[time.getDay()] ?? '';
  const date = `${time.getDate()} ${months[time.getMonth()]}`;
  return time.getFullYear() === now.getFullYear() ? date : `${date} ${time.getFullYear()}`;
}

/** `14:05` today, else with the day: `yesterday 14:05`. */
export function moment(time: Date, now: Date): string {
  const when = day(time, now);
  return when === 'today' ? clock(time) : `${when} ${clock(time)}`;
}
