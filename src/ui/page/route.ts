export const tabs = ['knew', 'files', 'pack', 'conversation', 'raw'] as const;
export type Tab = (typeof tabs)[number];

/** What the page shows, as its address has it after the `#`. */
export type Route =
  | { readonly screen: 'timeline' }
  | {
      readonly screen: 'checkpoint';
      readonly number: number;
      readonly tab: Tab;
      /** What its files are compared with, or the turn of its conversation. */
      readonly part?: string;
    }
  | { readonly screen: 'compare'; readonly from: number; readonly to: number }
  | { readonly screen: 'session'; readonly id: string }
  | { readonly screen: 'search'; readonly text: string }
  | { readonly screen: 'health' };

export function parseRoute(hash: string): Route {
  const [screen, first = '', second = '', third] = hash.replace(/^#\/?/, '').split('/').map(decode);
  switch (screen) {
    case 'checkpoint':
      return {
        screen,
        number: Number(first),
        tab: tabs.find((tab) => tab === second) ?? 'knew',
        ...(third === undefined ? {} : { part: third }),
      };
    case 'compare':
      return { screen, from: Number(first), to: Number(second) };
    case 'session':
      return { screen, id: first };
    case 'search':
      return { screen, text: first };
    case 'health':
      return { screen };
    default:
      return { screen: 'timeline' };
  }
}

export function addressOf(route: Route): string {
  switch (route.screen) {
    case 'checkpoint':
      return `#/checkpoint/${route.number}${route.tab === 'knew' ? '' : `/${route.tab}`}${route.part === undefined ? '' : `/${route.part}`}`;
    case 'compare':
      return `#/compare/${route.from}/${route.to}`;
    case 'session':
      return `#/session/${encodeURIComponent(route.id)}`;
    case 'search':
      return `#/search/${encodeURIComponent(route.text)}`;
    case 'health':
      return '#/health';
    case 'timeline':
      return '#/';
  }
}

export function checkpointAddress(number: number, tab: Tab = 'knew', part?: string): string {
  return addressOf({ screen: 'checkpoint', number, tab, ...(part === undefined ? {} : { part }) });
}

/** An address may be typed by hand: what cannot be decoded is taken as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
