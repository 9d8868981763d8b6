import { pathsIn } from './plan-names.ts';
import { cutWords, plainLine } from './sentences.ts';
import { type CallView, samePath } from './session-view.ts';

/** `### Test files to update`: the list that stands below it is no step of its own, and is left over easily. */
const HEADING = /^#{2,4} (?:\w+ )?tests? (?:files? )?to (?:update|add|write|create|change|extend|modify)\b/i;
const ROW = /^\s*(?:\||[-*+]|\d{1,2}[.)])\s*(.+)$/;
const MAX_TESTS = 3;
const MAX_WORDS = 120;

/** The test files that a plan lists apart from its steps and that nobody edited. */
export function testsToUpdate(plan: string, edits: readonly CallView[]): string[] {
  const lines = plan.split('\n');
  const start = lines.findIndex((line) => HEADING.test(line));
  if (start < 0) return [];
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) => /^#{1,4} /.test(line));
  const edited = edits.flatMap(({ paths }) => paths);
  return (end < 0 ? after : after.slice(0, end))
    .flatMap((line) => {
      const row = ROW.exec(line)?.[1]?.replace(/\s*\|\s*$/, '') ?? '';
      const [path] = pathsIn(row);
      if (path === undefined || edited.some((one) => samePath(one, path))) return [];
      const [, ...words] = row.split(/\s*(?:\||:| [—–-] )\s*/);
      const what = plainLine(words.join(' '));
      return [`Tests in \`${path}\`${what === '' ? '' : `: ${cutWords(what, MAX_WORDS)}`}`];
    })
    .slice(0, MAX_TESTS);
}
