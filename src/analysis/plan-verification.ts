import { parts } from './command-parts.ts';
import { plainLine } from './sentences.ts';

const HEADING = /^#{1,4} (?:\d{1,2}[.)] )?(?:verification|verify|how to verify|testing|test plan)\b/i;
const POINT = /^(\s*)(?:\d{1,2}[.)]|[-*])\s+(.+)$/;
/** `bun run build`, and neither a name nor a piece of code. */
const COMMAND = /^[a-z][\w.-]* [\w./:@=&| '"-]+$/;

export interface Check {
  readonly text: string;
  /** What it says is to be run; empty where somebody has to look. */
  readonly commands: readonly string[];
}

/** How a plan says that its result is tried. */
export function verificationOf(plan: string): Check[] {
  const lines = plan.split('\n');
  const start = lines.findIndex((line) => HEADING.test(line));
  if (start < 0) return [];
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) => /^#{1,4} /.test(line));
  const points = (end < 0 ? after : after.slice(0, end)).flatMap((line) => {
    const [, indent = '', words = ''] = POINT.exec(line) ?? [];
    return words === '' ? [] : [{ depth: indent.length, words: plainLine(words) }];
  });
  const depth = Math.min(...points.map((point) => point.depth));
  return points.flatMap((point, at) => {
    const under = points[at + 1];
    // `Manual testing:` says nothing without what stands below it.
    const first = point.words.endsWith(':') && under !== undefined && under.depth > depth ? ` ${under.words}` : '';
    const commands = commandsIn(point.words);
    // `npm test` — nothing fails: what is run says what is tried.
    const [told = ''] = commands.length > 0 ? point.words.split(/ (?:[—–]|-{1,2}|→) /) : [point.words];
    return point.depth > depth ? [] : [{ text: `${told}${first}`, commands }];
  });
}

function commandsIn(words: string): string[] {
  const code = [...words.matchAll(/`([^`\n]{3,120})`/g)].map(([, text = '']) => text.trim());
  return code.filter((text) => COMMAND.test(text)).flatMap((text) => parts(text).map(({ typed }) => typed));
}
