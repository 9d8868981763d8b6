import { kindsOf } from './command-kind.ts';
import { errorLine } from './command-outcome.ts';
import { cutWords } from './sentences.ts';
import { type CallView, type Item, isEdit, type SessionView, type TurnView } from './session-view.ts';
import { folderOf } from './where-run.ts';

/** What a language is written in, and what checks it. */
const LANGUAGES = [
  { file: /\.rs$/, program: /^cargo\b/ },
  { file: /\.go$/, program: /^(?:go|golangci-lint|gofmt)\b/ },
  { file: /\.pyi?$/, program: /^(?:pytest|python[\d.]*|ruff|mypy|pyright|tox|nox|flake8|black)\b/ },
  {
    file: /\.(?:[cm]?[jt]sx?|vue|svelte)$/,
    program: /^(?:npm|pnpm|yarn|bun|deno|node|tsc|jest|vitest|mocha|eslint|biome|next|vite|playwright)\b/,
  },
] as const;

type Language = (typeof LANGUAGES)[number];

/** It may check anything. */
const TASKS = /^(?:make|just|task|nx|turbo|mise|bazel)\b/;
const CHECKS: readonly string[] = ['test', 'build', 'lint'];

/** Code that a turn without an end edited after the last check of it: what was run before is to be run again. */
export function unchecked(view: SessionView, known: readonly Item[]): Item[] {
  const last = view.turns.at(-1);
  if (last === undefined || last.finished || last.turn.outcome === 'interrupted') return [];
  if (isWaiting(last) || known.some(({ text }) => TOLD.test(text))) return [];
  const edited = LANGUAGES.filter((language) => last.calls.some((entry) => isEditOf(entry, language)));
  const again = edited.flatMap((language) => runAgain(view, language));
  const from = { by: 'command', turn: last.number } as const;
  return again.length === 0
    ? []
    : [{ text: `Run again, as code was edited since: ${[...new Set(again)].join('; ')}`, from }];
}

/** For a call that is not back, or for the user who said no. */
function isWaiting({ calls }: TurnView): boolean {
  return ['open', 'refused'].includes(calls.at(-1)?.call.result ?? '');
}

/** What is next says it already. */
const TOLD =
  /\b(?:(?:re-?)?(?:run|build|compile|verify|test)|(?:run|build|compil|verify|test)ing|tests|verification|type-?checks?|lint)\b/i;

function isEditOf(entry: CallView, { file }: Language): boolean {
  return isEdit(entry) && entry.paths.some((path) => file.test(path) && !/^[/~]/.test(path));
}

function isCheckOf(entry: CallView, language: Language): boolean {
  return partOf(entry, language) !== undefined;
}

function partOf({ call }: CallView, { program }: Language) {
  return kindsOf(call.command ?? '').find(
    ({ kind, text }) => CHECKS.includes(kind) && (program.test(text) || TASKS.test(text)),
  );
}

/** The last check of a language where its files were edited since; of those that passed, the last test says most. */
function runAgain({ calls, session }: SessionView, language: Language): string[] {
  const at = calls.findLastIndex((entry) => isCheckOf(entry, language));
  const newest = calls[at];
  if (newest === undefined || calls.findLastIndex((one) => isEditOf(one, language)) < at) return [];
  const tests = calls.filter((entry) => partOf(entry, language)?.kind === 'test');
  const entry = newest.failed ? newest : (tests.at(-1) ?? newest);
  const folder = folderOf(entry.call, session.cwd ?? '');
  const command = `${folder === '' ? '' : `cd ${folder} && `}${partOf(entry, language)?.typed ?? ''}`;
  const error = entry.failed ? cutWords(errorLine(entry.call.output ?? ''), MAX_ERROR) : '';
  const how = entry.failed ? ` (failed${error === '' ? '' : `: ${error}`})` : '';
  return [`\`${cutWords(command, MAX_COMMAND)}\`${how}`];
}

const MAX_COMMAND = 120;
const MAX_ERROR = 100;
