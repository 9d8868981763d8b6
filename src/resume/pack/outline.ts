/** Words that may stand before the one that says what is declared. */
const MODIFIERS = new Set(
  'export default declare public private protected internal static async abstract final open pub unsafe inline override virtual const sealed'.split(
    ' ',
  ),
);
const KEYWORDS = new Set(
  'function class interface type enum struct trait impl union fn def defp func fun module namespace record protocol extension macro_rules! proc sub object'.split(
    ' ',
  ),
);
const VALUE =
  /^\s*(?:export\s+)?(?:const|let|var|val)\s+[\w$]+[^=]*=\s*(?:async\s*)?(?:function\b|\([^)]*\)?\s*(?::[^=]+)?(?:=>|$)|[\w$]+\s*=>)/;
const METHOD =
  /^\s+(?:(?:public|private|protected|static|async|get|set|override|readonly)\s+)*(?:[\w<>[\],.]+\s+){0,3}[#\w$]+\s*(?:<[^>]*>)?\([^;]*\)?\s*(?::\s*[^=;]+)?\{\s*$/;
const CONTROL = /^\s*(?:if|else|for|while|switch|catch|return|do|try|with|match|loop|unless|until|elif|except|case)\b/;
const SQL = /^\s*create\s+(?:or\s+replace\s+)?(?:table|view|function|index|trigger|procedure|type)\b/i;
const HEADING = /^#{1,6}\s/;
const SECTION = /^(?:\[[^\]]+\]|[\w.-]+:)/;

/** Whether a line of such a file opens something that has a name. */
function isDeclaration(line: string, language: string): boolean {
  if (line.length > 400) return false;
  if (language === 'markdown') return HEADING.test(line);
  if (language === 'yaml' || language === 'toml' || language === 'ini') return SECTION.test(line);
  if (language === 'sql') return SQL.test(line);
  if (language === 'css' || language === 'scss' || language === 'less') return /^[^\s}].*\{\s*$/.test(line);
  return (declares(line) || isFunctionValue(line) || isMethod(line)) && !CONTROL.test(line);
}

/** `export default class`, `pub(crate) fn`: words that qualify, then one that declares, then a name. */
function declares(line: string): boolean {
  for (let rest = line.trimStart(); ; ) {
    const word = /^\w*!?/.exec(rest)?.[0] ?? '';
    if (KEYWORDS.has(word)) return /^[\s*]*[\w$("'<]/.test(rest.slice(word.length));
    if (!MODIFIERS.has(word)) return false;
    const after = rest.slice(word.length).replace(/^\([^)]*\)/, '');
    rest = after.trimStart();
    if (rest.length === after.length) return false;
  }
}

// These two take long to compile: only what could match is worth that.
function isFunctionValue(line: string): boolean {
  return (line.includes('(') || line.includes('=>') || line.includes('function')) && VALUE.test(line);
}

function isMethod(line: string): boolean {
  return line.trimEnd().endsWith('{') && METHOD.test(line);
}

/** The named things of a file, each with its line number. */
export function outline(text: string, language: string): string[] {
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => isDeclaration(line, language))
    .map(({ line, number }) => `${number}: ${line.trimEnd().slice(0, 140)}`);
}

/** The declaration that a line stands in, as the reader of a diff wants it; empty at the top of the file. */
export function enclosing(lines: readonly string[], index: number, language: string): string {
  const at = enclosingLine(lines, index, language);
  return at === undefined ? '' : (lines[at] ?? '').trim().slice(0, 120);
}

/** Where that declaration stands. */
export function enclosingLine(lines: readonly string[], index: number, language: string): number | undefined {
  const filled = lines.findIndex((line, at) => at >= index && line.trim() !== '');
  const depth = indentOf(lines[filled] ?? '');
  if (depth === 0 && language !== 'markdown') return undefined;
  for (let at = index - 1; at >= Math.max(0, index - 500); at--) {
    const line = lines[at] ?? '';
    if ((indentOf(line) < depth || depth === 0) && isDeclaration(line, language)) return at;
  }
  return undefined;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
