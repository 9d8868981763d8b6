/** What a change did to the names that a file declares. */
interface SymbolChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

const DECLARED =
  /^([ \t]*)(?:export |default |declare |public |private |protected |internal |static |async |pub(?:\([a-z]+\))? |abstract |final |sealed |override |unsafe |inline )*(?:(?:function\*?|class|interface|type|enum|def|fn|struct|trait|module|protocol|record|object)\s+|func(?:\s*\([^)\n]{0,80}\))?\s+|(?:const|let|var|val)\s+(?=[\w$]+\s*(?::[^=\n]{1,80})?=\s*(?:async\s*)?(?:\([^)\n]{0,200}\)|[\w$]+)\s*(?::[^=\n]{1,80})?=>))([A-Za-z_$][\w$]{2,}(?:-[A-Za-z]\w*)?)/;
const METHOD =
  /^([ \t]+)(?:(?:public|private|protected|static|async|get|set|override|readonly)\s+)*#?([A-Za-z_$][\w$]{2,})\s*\([^()\n]{0,200}\)\s*(?::[^{\n]{1,80})?\{\s*$/;
/** In these a function has its word before it: `launch(scope) {` is a call. */
const NO_BARE_METHODS = /\.(?:go|kts?|swift|rs|gradle|groovy|scala|py|rb|lua|php)$/i;
const KEYWORDS = new Set('if for while switch catch function return with constructor else do try'.split(' '));
const HEADING = /^()#{1,4} (\S[^\n]{2,119})/;

/** Compares the declarations of two states of a file; a name counts as changed when the lines that belong to it differ. */
export function compareSymbols(before: string, after: string, path: string): SymbolChanges {
  const form = formOf(path);
  const [old, now] = [declarations(before, form), declarations(after, form)];
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    changed: [...now].flatMap(([name, blocks]) => (isChanged(old.get(name), blocks) ? [name] : [])),
    // A declaration may have taken a form that is not known here.
    removed: [...old.keys()].filter((name) => !now.has(name) && !isWordOf(after, name)),
  };
}

type Form = 'prose' | 'words' | 'methods';

function formOf(path: string): Form {
  if (/\.(?:md|mdx|rst|adoc)$/i.test(path)) return 'prose';
  return NO_BARE_METHODS.test(path) ? 'words' : 'methods';
}

function isWordOf(text: string, name: string): boolean {
  const around = (at: number) => `${text[at - 1] ?? ''}${text[at + name.length] ?? ''}`;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!/[\w$]/.test(around(at))) return true;
  }
  return false;
}

/** One more or one less of what was there is no change of it. */
function isChanged(before: readonly string[] | undefined, now: readonly string[]): boolean {
  return before !== undefined && now.some((block) => !before.includes(block));
}

/** Each declared name with the lines that belong to it; a name may be declared more than once. */
function declarations(text: string, form: Form): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let open: Declaration | undefined;
  for (const line of text.split(/\r?\n/)) {
    const next = declarationIn(line, form);
    const isOutside = open !== undefined && form !== 'prose' && line.trim() !== '' && indentOf(line) <= open.indent;
    // A bracket that closes the block is its last line; anything else out here belongs to nobody.
    if (open !== undefined && isOutside && next === undefined && /^\s*[}\])]/.test(line)) add(found, open.name, line);
    if (next !== undefined) found.set(next.name, [...(found.get(next.name) ?? []), '']);
    open = next ?? (isOutside ? undefined : open);
    if (open !== undefined) add(found, open.name, line);
  }
  return found;
}

interface Declaration {
  readonly name: string;
  readonly indent: number;
}

function declarationIn(line: string, form: Form): Declaration | undefined {
  const isProse = form === 'prose';
  const [, indent = '', name = ''] = matchOf(line, form) ?? [];
  const words = isProse ? headingWords(name) : name.trim();
  // A heading with a comma reads as two in a list of them.
  return words === '' || words.includes(', ') || KEYWORDS.has(words)
    ? undefined
    : { name: words, indent: indent.length };
}

function matchOf(line: string, form: Form): RegExpExecArray | null {
  if (form === 'prose') return HEADING.exec(line);
  return DECLARED.exec(line) ?? (form === 'methods' ? METHOD.exec(line) : null);
}

/** `Setup <Badge type="warning" /> {#setup}` is called Setup. */
function headingWords(text: string): string {
  const words = text
    .replace(/<[^<>]*(?:>|$)/g, '')
    .replace(/\{#[^}]*(?:\}|$)/, '')
    .trim();
  return words || text.trim();
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function add(found: Map<string, string[]>, name: string, line: string): void {
  const blocks = found.get(name) ?? [''];
  if (line.trim() !== '') found.set(name, blocks.with(-1, `${blocks.at(-1) ?? ''}${line.trim()}\n`));
}

const MAX_NAMES = 4;

/** `adds parse, render; changes main`, empty when no declaration differs. */
export function describeSymbols({ added, changed, removed }: SymbolChanges): string {
  const list = (verb: string, names: readonly string[]) => {
    if (names.length === 0) return [];
    const more = names.length - MAX_NAMES;
    return [`${verb} ${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
  };
  return [...list('adds', added), ...list('changes', changed), ...list('removes', removed)].join('; ');
}
