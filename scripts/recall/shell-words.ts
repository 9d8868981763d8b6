/** One command of a shell line: its words without quotes, where its output goes, and the text it is given below. */
export interface ShellCommand {
  readonly words: readonly string[];
  readonly output?: { readonly path: string; readonly appends: boolean };
  readonly input?: string;
  /** It runs only where the one before it failed. */
  readonly isFallback: boolean;
}

const TOKEN =
  /\\\n|[ \t]+|(\n)|#[^\n]*|<<-?[ \t]*(?:'(\w+)'|"(\w+)"|(\w+))|(&&|\|\||;|&(?!>)|\|)|(\d?&?>>?(?:&\d)?|<)|((?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^\s;&|<>'"\\])+)|./gs;

interface Draft {
  words: string[];
  output?: { path: string; appends: boolean };
  input?: string;
  isFallback: boolean;
}

/** The commands of a line in order, as far as they can be told without a shell; nothing is run. */
export function shellCommands(line: string): ShellCommand[] {
  const done: Draft[] = [];
  let open: Draft = { words: [], isFallback: false };
  let awaited: { owner: Draft; end: string }[] = [];
  let redirection = '';
  const close = (sign: string) => {
    if (open.words.length > 0) done.push(open);
    open = { words: [], isFallback: sign === '||' };
  };
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(line); match !== null; match = TOKEN.exec(line)) {
    const [, newLine, quoted, doubled, bare, sign, arrow, word] = match;
    const end = quoted ?? doubled ?? bare;
    if (end !== undefined) awaited.push({ owner: open, end });
    else if (sign !== undefined) close(sign);
    else if (arrow !== undefined) redirection = arrow;
    else if (word !== undefined && redirection !== '') {
      if (/^1?>>?$/.test(redirection)) open.output = { path: bareWord(word), appends: redirection.endsWith('>>') };
      redirection = '';
    } else if (word !== undefined) open.words.push(bareWord(word));
    else if (newLine !== undefined) {
      TOKEN.lastIndex = readInputs(line, TOKEN.lastIndex, awaited);
      awaited = [];
      close(newLine);
    }
    if (/&\d$/.test(redirection)) redirection = '';
  }
  close('');
  return done;
}

/** Gives each command the lines up to its end word; says where the next command begins. */
function readInputs(line: string, from: number, awaited: readonly { owner: Draft; end: string }[]): number {
  let at = from;
  for (const { owner, end } of awaited) {
    const rest = line.slice(at);
    const stop = new RegExp(`^\\t*${end}[ \\t]*$`, 'm').exec(rest);
    owner.input = rest.slice(0, stop?.index);
    at = stop === null ? line.length : at + stop.index + stop[0].length;
  }
  return at;
}

function bareWord(word: string): string {
  return word.replace(/'[^']*'|"(?:\\.|[^"\\])*"|\\./gs, (part) => {
    if (part.startsWith("'")) return part.slice(1, -1);
    return part.startsWith('"') ? part.slice(1, -1).replace(/\\(["\\$`])/g, '$1') : part.slice(1);
  });
}
