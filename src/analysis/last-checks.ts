import { type CheckName, type CheckPart, checkNames, checkPart, widestPart } from './check-part.ts';
import { checkOf, checksOf } from './command-kind.ts';
import { addsUpToNone, errorLine, hasTimedOut } from './command-outcome.ts';
import { hadNothingToCheck, showsSuccess } from './hidden-exit.ts';
import { missingProgram } from './missing-programs.ts';
import { failedCheck } from './open-failures.ts';
import { lineRun } from './scripts-run.ts';
import { cutWords } from './sentences.ts';
import { type CallView, type Item, isEdit, type SessionView, samePath } from './session-view.ts';
import { summaryLine } from './summary-of-check.ts';
import { changesCode } from './written-files.ts';

const MAX_COMMAND = 200;
/** Of tests that were run apart since the last edit, each says something. */
const MAX_TESTS = 3;
const CHECKS = { test: 'Tests', build: 'Build', types: 'Types', lint: 'Lint' } as const;

interface Run {
  readonly entry: CallView;
  readonly part: CheckPart;
  readonly isOld: boolean;
}

/** The newest run of each kind of check, of the tests every one since the last edit that no later one took in, and whether it passed. */
export function lastChecks(view: SessionView): Item[] {
  const lastEdit = view.calls.findLastIndex(changesCode);
  return checkNames.flatMap((check) => {
    const runs = view.calls.flatMap((entry, at): Run[] => {
      const find = entry.failed || entry.call.result !== 'ok' ? checkPart : widestPart;
      const part = find(lineRun(view, entry.call), check);
      return part !== undefined && hasVerdict(entry, check, part)
        ? [{ entry, part, isOld: at < lastEdit || isEditedSince(part, view.calls.slice(at + 1)) }]
        : [];
    });
    return (check === 'test' ? testsToTell(runs, view) : runs.slice(-1)).map((run) => itemOf(run, check));
  });
}

/** A check that names its files is void for what is no code, too. */
function isEditedSince(part: CheckPart, later: readonly CallView[]): boolean {
  const { scope } = checkOf(part.text);
  const paths = later.filter(isEdit).flatMap((entry) => entry.paths);
  return paths.some((path) =>
    scope.some((word) => word.includes('/') && (samePath(path, word) || isBelow(path, word))),
  );
}

/** What covers the edited files first, then the newest. */
function testsToTell(runs: readonly Run[], view: SessionView): readonly Run[] {
  const fresh = runs.filter(({ isOld }) => !isOld).reverse();
  if (fresh.length < 2) return runs.slice(-1);
  const told = fresh.filter((run, at) => !fresh.slice(0, at).some((later) => takesIn(later.part.text, run.part.text)));
  const edited = view.calls.filter(changesCode).flatMap(({ paths }) => paths);
  const covers = ({ part }: Run) => checkOf(part.text).scope.some((word) => edited.some((path) => isBelow(path, word)));
  return [...told.filter(covers), ...told.filter((run) => !covers(run))].slice(0, MAX_TESTS);
}

const SELECTS = /^--?(?:tags|features|all-features|project|config|env)\b/;

/** Whether a run was of all that the other was of: `go test ./a` of `go test ./a -run B`. */
function takesIn(later: string, earlier: string): boolean {
  const [one, other] = [checkOf(later), checkOf(earlier)];
  const selection = (part: string) => part.split(/\s+/).filter((word) => SELECTS.test(word));
  return (
    one.name === other.name &&
    one.scope.every((word) => other.scope.includes(word)) &&
    selection(later).join(' ') === selection(earlier).join(' ')
  );
}

/** `./internal/cli/...` of `internal/cli/root.go` */
function isBelow(path: string, word: string): boolean {
  const place = word.replace(/^\.\//, '').replace(/\/(?:\.\.\.)?$/, '');
  return place.length > 2 && (path === place || path.startsWith(`${place}/`));
}

function itemOf({ entry, part, isOld }: Run, check: CheckName): Item {
  const [word, detail] = verdict(entry, check, part);
  const when = isOld ? ', before files were edited again' : '';
  const command = cutWords(part.typed, MAX_COMMAND);
  return {
    text: `${CHECKS[check]}: \`${command}\` ${word}${when}${detail === '' ? '' : `: ${detail}`}`,
    from: { by: 'command', turn: entry.turn },
  };
}

/** Of `eslint | grep unused | wc -l` nobody knows how it went, unless what is left says so. */
function hasVerdict({ call, failed }: CallView, check: CheckName, part: CheckPart): boolean {
  if ((hadNothingToCheck(call.output ?? '') && !failed) || missingProgram(call) !== undefined) return false;
  return call.result !== 'refused' && (!part.filtered || failed || sumOf(call.output ?? '', check) !== '');
}

function sumOf(output: string, check: CheckName): string {
  return check === 'test' || check === 'lint' ? summaryLine(output, check) : '';
}

/** In a chain of checks only one of them failed; what stands behind it may not have run. */
function verdict(run: CallView, check: CheckName, part: CheckPart): [word: string, detail: string] {
  const { call, failed } = run;
  const { output = '' } = call;
  if (call.result === 'open') return ['was still running', ''];
  if (call.result === 'interrupted') return ['was interrupted', ''];
  if (hasTimedOut(call)) return ['was stopped by a time limit', ''];
  if (!failed) return howItWent(run, check, part);
  const names = checksOf(call.command ?? '').map(({ name }) => name);
  const [mine, culprit] = [checkOf(part.text).name, failedCheck(run).name];
  if (mine === culprit) return ['failed', errorLine(output) || 'no message'];
  if (check === 'test' && addsUpToNone(output)) return ['passed', sumOf(output, check)];
  const isBehind = names.includes(culprit) && names.indexOf(mine) > names.indexOf(culprit);
  return isBehind ? [`has no result, \`${culprit}\` failed before it`, ''] : ['was followed by a failure', ''];
}

function howItWent(
  { call: { output = '' }, isVouchedFor }: CallView,
  check: CheckName,
  part: CheckPart,
): [string, string] {
  if (showsSuccess(output, check, part)) return ['passed', sumOf(output, check)];
  return [isVouchedFor ? 'went well, as the agent says' : 'ran, result not seen', ''];
}
