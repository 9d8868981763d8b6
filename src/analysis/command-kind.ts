import { type Part, parts } from './command-parts.ts';
import { taskFirst } from './command-wrapper.ts';
import { oncePerText } from './once-per.ts';

/** What a command is for. Checks can pass or fail; looking around cannot block anybody. */
export type CommandKind = 'test' | 'build' | 'lint' | 'install' | 'deliver' | 'look' | 'other';

const starting = (form: string) => new RegExp(`^(?:\\S*/)?(?:${form})`);

/** A task of the project, such as `make lint`, before its name. */
const TASK = String.raw`(?:make|just|(?:mise|hatch|pdm|pixi|devbox|rye) run|task|nx|turbo|deno task|(?:npm|pnpm|yarn|bun)(?: run)?)(?: -\S+)* (?:[\w.]+[:_-])?`;

/** It changes how files look and says nothing about whether they are right. */
const FORMAT = starting(
  String.raw`(?:gofmt|goimports|prettier)\b.* (?:-w|--write)\b|(?:black|ruff format|(?:cargo|go|mix|terraform|deno) fmt|dotnet format)\b|${TASK}(?:fmt|format)(?:[:_-](?:fix|write))?(?: |$)`,
);
const ONLY_CHECKS = /\s(?:--(?:check|diff|verify-no-changes|list-different)|-l|-check)\b/;

const KINDS: readonly (readonly [CommandKind, RegExp])[] = [
  // `make lint-check` is no test.
  ['lint', starting(String.raw`${TASK}(?:(?:lint|types?|typecheck)(?:[:_-]\S*)?|(?:fmt|format)[:_-]?check)(?: |$)`)],
  [
    'test',
    starting(
      String.raw`(?:npm|pnpm|yarn|bun|deno)(?: run)?(?: -\S+)* (?:test|t\b)|(?:jest|vitest|mocha|uvu|ava|tox|nox|pytest|rspec|phpunit|ctest)\b|playwright test|cypress run|python3? -m (?:pytest|unittest)|go test|cargo (?:nextest|test)|dotnet test|swift test|zig build test|mix test|(?:rails|rake) (?:test|spec)\b|bin/ci\b|node .{0,60}--test\b|node .{0,80}(?:scripts/)?test\.[cm]?[jt]s|(?:mvn|gradlew?)\b.{0,60}\b(?:test|check|verify)|(?:make|just|(?:mise|hatch|pdm|pixi|devbox|rye) run|task|nx|turbo)\b.{0,40}\b(?:test|check|verify|ci|e2e|integration|smoke)\b|(?:ba|z)?sh .{0,60}\btest`,
    ),
  ],
  [
    'build',
    starting(
      String.raw`(?:npm|pnpm|yarn|bun)(?: run)? build|tsc\b|go build|cargo (?:build|check)|make\b(?! (?:-s )?(?:lint|fmt|clean|install|gen(?:erate)?|deps|setup|up|down|run|start|dev|help)\b)|cmake --build|gradlew?\b|mvn\b|dotnet build|docker (?:compose )?build|(?:vite|next) build|webpack|esbuild|swift build|mise run build|terraform (?:plan|validate)`,
    ),
  ],
  [
    'lint',
    starting(
      String.raw`(?:eslint|biome|prettier|ruff|flake8|mypy|pyright|golangci-lint|go vet|rubocop|shellcheck|gofmt|black|knip)\b|[\w-]+ lint(?=\s|$)|cue vet\b|cargo (?:clippy|fmt)|(?:ruff|dotnet) format|(?:npm|pnpm|yarn|bun)(?: run)? (?:lint|format|check)\b`,
    ),
  ],
  [
    'install',
    starting(
      String.raw`(?:npm|pnpm|yarn|bun) (?:i|ci|install|add)\b|pip3? install|uv (?:sync|pip|add)|poetry (?:install|add)|go (?:get|mod download)|cargo (?:add|install)|brew install|apt(?:-get)? install|bundle install|composer (?:install|require)`,
    ),
  ],
  [
    'deliver',
    starting(
      String.raw`git(?: -\S+(?: [^-\s]\S*)?)? (?:commit|push|merge|rebase|cherry-pick|tag|am|revert)\b|g[ht] (?:stack )?(?:submit|push|sync|rebase|restack|ss)\b|gt (?:create|modify)\b|jj git push\b|gh (?:pr|release) (?:create|merge|edit)|npm publish|terraform apply|kubectl apply|fly deploy`,
    ),
  ],
];

const LOOK =
  /^(?:ls|cat|bat|head|tail|sed(?! -i)|nl|grep|rg|ag|find|fd|tree|pwd|wc|which|whereis|type|echo|printf|stat|file|du|df|env$|date|whoami|uname|test|\[|awk|cut|sort|uniq|tr|column|jq|yq|diff|less|realpath|readlink|basename|dirname|base64|mktemp|sleep|ps|lsof|pgrep|true|cd|command -[vV]|go (?:mod graph|list|doc|env)|git(?: -\S+(?: [^-\s]\S*)?)* (?:status|log|diff|show|branch(?! -(?:[dDmMf]|-delete|-move)\b)|remote|rev-parse|ls-files|blame|stash list|config|grep|describe|tag(?:$| (?:-l|--list|--sort\S*|--contains|--points-at))|worktree list|fetch)|gh (?:api|pr view|pr diff|pr list|pr checks|issue|run(?! watch)))(?:\s|$)/;
const HELP = /\s--(?:help|version|showConfig|show-config)\b|^\S+ help\b/;
const kindOfPart = oncePerText(judgePart);

/** What is quoted is data, not a command. */
function judgePart(part: string): CommandKind {
  const bare = taskFirst(part).replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '""');
  if (LOOK.test(bare) || HELP.test(bare)) return 'look';
  if (FORMAT.test(bare) && !ONLY_CHECKS.test(bare)) return 'other';
  return KINDS.find(([, form]) => form.test(bare))?.[0] ?? 'other';
}

/** The part that says what the line is about: the first check or delivery, else the first that is more than a look. */
export function leadingPart(command: string): string {
  const all = parts(command).map(({ text }) => ({ part: text, kind: kindOfPart(text) }));
  const leading =
    all.find(({ kind }) => kind !== 'look' && kind !== 'other') ?? all.find(({ kind }) => kind !== 'look') ?? all[0];
  return leading?.part ?? command.trim();
}

export const commandKind = oncePerText(judgeLine);

function judgeLine(command: string): CommandKind {
  const kind = kindOfPart(leadingPart(command));
  return kind === 'deliver' && isScratch(command) ? 'other' : kind;
}

/** Whether a line only asks how a program is used. */
export function isHelp(command: string): boolean {
  return HELP.test(leadingPart(command));
}

/** Whether a line works in a folder that is thrown away: what it commits and pushes there is no part of the work. */
export function isScratch(command: string): boolean {
  return /\bmktemp -d\b|\bcd ["']?\$\{?te?mp/i.test(command);
}

/** Whether a line does nothing but save a checkpoint. */
export function isSave(command: string): boolean {
  if (!/\bcheckpoint\b/.test(command)) return false;
  const all = parts(command).map(({ text }) => text);
  const saves = (part: string) => /^(?:\S*\/)?git[ -]checkpoint save\b/.test(part);
  return all.some(saves) && all.every((part) => saves(part) || kindOfPart(part) === 'look');
}

/** The part of a line that is of this kind. */
export function partOfKind(command: string, kind: CommandKind): string | undefined {
  return parts(command).find(({ text }) => kindOfPart(text) === kind)?.text;
}

/** The parts of a line, each with what it is for. */
export const kindsOf = oncePerText(judgeParts);

function judgeParts(command: string): readonly (Part & { readonly kind: CommandKind })[] {
  return parts(command).map((part) => ({ ...part, kind: kindOfPart(part.text) }));
}

const CHECKS: readonly CommandKind[] = ['test', 'build', 'lint'];

/** Whether a line does nothing but run checks and show how they went. */
export function isCheckOnly(command: string): boolean {
  const all = kindsOf(command);
  const checks = all.filter(({ kind }) => CHECKS.includes(kind));
  return (
    checks.length > 0 &&
    checks.every(({ filtered }) => !filtered) &&
    all.every(({ kind }) => kind === 'look' || CHECKS.includes(kind))
  );
}

export interface Check {
  /** Apart from what it was run on: `go test ./a -v` and `go test ./...` share `go test`. */
  readonly name: string;
  /** What it was narrowed to; empty for a run of everything. */
  readonly scope: readonly string[];
}

/** Every part of a line that can pass or fail. */
export function checksOf(command: string): Check[] {
  const telling = parts(command)
    .map(({ text }) => text)
    .filter((part) => kindOfPart(part) !== 'look');
  return (telling.length === 0 ? [leadingPart(command)] : telling).map(checkOf);
}

/** The check that the line is about. */
export function leadingCheck(command: string): Check {
  return checkOf(leadingPart(command));
}

export function checkOf(part: string): Check {
  const words = taskFirst(part)
    .split(/\s+/)
    .filter((word) => !word.startsWith('-'));
  const named = nameOf(words);
  const rest = words.slice(named.split(' ').length);
  return { name: sameName(named), scope: rest.filter((word) => !/^(?:|\.|\.\/\.\.\.)$/.test(word)) };
}

const RUNNER =
  /^(?:npx|pnpm|yarn|bun|npm|mise|hatch|pdm|pixi|devbox|rye|make|just|cargo|go|uv|poetry|bundle|python[\d.]*|dotnet|gradle|\.\/gradlew|mvn|git|gh|docker|task|nx|turbo|terraform|kubectl|deno|node)$/;

function nameOf(words: readonly string[]): string {
  if (!RUNNER.test(words[0] ?? '')) return words[0] ?? '';
  const long = ['run', 'exec', 'compose', 'pr'].includes(words[1] ?? '');
  return words.slice(0, long ? 3 : 2).join(' ');
}

/** One program by any of its names; and what a linter fixes, it has checked. */
function sameName(name: string): string {
  return name
    .replace(/^(?:@biomejs\/|\S*\/(?:\.?bin|Scripts)\/)/, '')
    .replace(/^(python|pip)[\d.]+(?= |$)/, '$1')
    .replace(/^(npm) (?:t|run test)$/, '$1 test')
    .replace(/^(pnpm|yarn) run /, '$1 ')
    .replace(/:(?:fix|write)$/, '');
}
