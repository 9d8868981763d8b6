/** Where and by whom the work is done: what stays on this machine when words leave it. */
export interface MachineIdentity {
  /** Tops of working trees. */
  readonly roots: readonly string[];
  readonly home: string;
  readonly user: string;
  readonly host: string;
}

/** Names that are the same on half of all machines tell nobody anything, and some are ordinary words. */
const COMMON =
  /^(?:root|user|users|admin|administrator|ubuntu|debian|node|runner|vscode|codespace|git|test|dev|developer|build|builder|home|localhost|ec2-user|app|www-data)$/i;
/** A short name is an ordinary word too often; it is hidden where it can only be a name: in paths and before an @. */
const MIN_WORD_LENGTH = 5;
const ANY_HOME = /(?<![\w.-])(?:\/(?:home|Users)\/|[A-Za-z]:[\\/]Users[\\/])[^/\\\s'"`:;,)<>]+/g;

/** Makes paths of this machine relative, and takes its user's and its own name out of a text. Hiding twice changes nothing. */
export function hideIdentity(text: string, places: MachineIdentity): string {
  let hidden = text;
  const roots = places.roots.filter((root) => isPlace(root) && text.includes(root));
  for (const root of roots.sort((one, other) => other.length - one.length)) {
    hidden = hidden.replace(new RegExp(`${literal(root)}[/\\\\](?=[\\w.@~-])`, 'g'), '');
    hidden = hidden.replace(new RegExp(`${literal(root)}(?![\\w.-])`, 'g'), '.');
  }
  if (isPlace(places.home) && hidden.includes(places.home))
    hidden = hidden.replace(new RegExp(`${literal(places.home)}(?![\\w.-])`, 'g'), '~');
  if (hidden.includes('home') || hidden.includes('Users')) hidden = hidden.replace(ANY_HOME, '~');
  return hideName(hideName(hidden, places.user, '[user]'), places.host, '[host]');
}

function isPlace(path: string): boolean {
  return path.length > 1 && path !== '.';
}

function hideName(text: string, name: string, mark: string): string {
  if (name === '' || COMMON.test(name) || !text.includes(name)) return text;
  const before = '(?<![\\w.-])';
  const after = name.length >= MIN_WORD_LENGTH || /[\d._-]/.test(name) ? '(?![\\w-])' : '(?=@)';
  const inPaths = new RegExp(`(?<=[/\\\\~])${literal(name)}(?=[/\\\\\\s:]|$)`, 'g');
  return text.replace(inPaths, mark).replace(new RegExp(`${before}${literal(name)}${after}`, 'g'), mark);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Stands for a working tree without naming it: equal on the same machine, and nothing to read from it. */
export function placeMark(root: string, host: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(`${host}\0${root}`)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return `worktree-${hash.toString(16).padStart(16, '0')}`;
}

export function isPlaceMark(text: string): boolean {
  return /^worktree-[0-9a-f]{16}$/.test(text);
}
