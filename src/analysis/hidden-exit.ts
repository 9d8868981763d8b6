import type { CheckName, CheckPart } from './check-part.ts';
import { summaryLine } from './summary-of-check.ts';

/** Compilers and linters that print nothing when all is well. */
const QUIET: readonly CheckName[] = ['types', 'lint', 'build'];
const GOOD =
  /\b(?:success(?:ful(?:ly)?)?|passed|passing|completed?|built in|build complete|compiled|up to date|no fixes applied|(?:no|0) (?:errors?|issues?|problems?|warnings?)|all (?:checks|files|matched files)|finished)\b|^ok\s+\S|[✓✔]|\bDone in\b|^\W*(?:done|ok|PASS)\W*$|\bexit(?:[_ ]?(?:code|status))?\W{0,3}0\b/im;
const NOTHING = /^(?:\s*|> .*|\$ .*|npm warn .*)$/i;

/** A check that had nothing to check says nothing. */
const NONE_CHECKED =
  /No files were processed|\bno test(?:s| files) (?:found|ran|to run)\b|^no tests ran|\bcollected 0 items\b|No files matching the pattern/im;
const SOME_CHECKED = /\b[1-9]\d* (?:passed|passing|failed|failing|tests?)\b|^ok\s+\S+\s+[\d.]+s$/m;

export function hadNothingToCheck(output: string): boolean {
  return NONE_CHECKED.test(output) && !SOME_CHECKED.test(output);
}

/** Whether a check whose exit code a pipe or a chain hides is known to have gone well: what it printed says so. */
export function showsSuccess(output: string, check: CheckName, { hidden }: CheckPart): boolean {
  if (!hidden || GOOD.test(output)) return true;
  if ((check === 'test' || check === 'lint') && summaryLine(output, check) !== '') return true;
  return QUIET.includes(check) && output.split('\n').every((line) => NOTHING.test(line));
}
