import { oncePerText } from './once-per.ts';

/** What a command is for. Checks can pass or fail; looking around cannot block anybody. */
export type CommandKind = 'test' | 'build' | 'lint' | 'install' | 'deliver' | 'look' | 'other';

/** Words that only start another command, and what they set for it. */
const WRAPPER =
  /^(?:(?:sudo|env|nice)(?: -\S+)*|time|nohup|command|exec|npx(?: -y| --yes)?|bunx|rtk(?: (?:proxy|test|err))?|pnpm exec|uv run|poetry run|bundle exec|xvfb-run(?: -\S+)*|(?:mise|direnv|rtx) (?:exec|x)(?: [^-\s]\S*)* --|mise exec|timeout(?: -\S+)* \S+|stdbuf(?: -\S+)+|docker (?:compose )?(?:exec|run)(?: -\S+)* \S+|[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)) +(?=\S)/;
const starting = (form: string) => new RegExp(`^(?:\\S*/)?(?:${form})`);

/** `env GOCACHE=/tmp/x timeout 60 go test` is `go test`. */
function unwrapped(part: string): string {
  let rest = part;
  for (let wrapper = WRAPPER.exec(rest); wrapper !== null; wrapper = WRAPPER.exec(rest))
    rest = rest.slice(wrapper[0].length);
  return rest;
}

/** A task of the project, such as `make lint`, before its name. */
const TASK = String.raw`(?:make|just|mise run|task|nx|turbo|deno task|(?:npm|pnpm|yarn|bun)(?: run)?)(?: -\S+)* (?:[\w.]+[:_-])?`;

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
      String.raw`(?:npm|pnpm|yarn|bun|deno)(?: run)?(?: -\S+)* (?:test|t\b)|(?:jest|vitest|mocha|uvu|ava|tox|nox|pytest|rspec|phpunit|ctest)\b|playwright test|cypress run|python3? -m (?:pytest|unittest)|go test|cargo (?:nextest|test)|dotnet test|swift test|zig build test|mix test|(?:rails|rake) (?:test|spec)\b|bin/ci\b|node .{0,60}--test\b|node .{0,80}(?:scripts/)?test\.[cm]?[jt]s|(?:mvn|gradlew?)\b.{0,60}\b(?:test|check|verify)|(?:make|just|mise run|task|nx|turbo)\b.{0,40}\b(?:test|check|verify|ci|e2e|integration|smoke)\b|(?:ba|z)?sh .{0,60}\btest`,
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
  /^(?:ls|cat|bat|head|tail|sed(?! -i)|nl|grep|rg|ag|find|fd|tree|pwd|wc|which|whereis|type|echo|printf|stat|file|du|df|env$|date|whoami|uname|test|\[|awk|cut|sort|uniq|tr|column|jq|yq|diff|less|realpath|readlink|basename|dirname|base64|mktemp|sleep|ps|lsof|pgrep|true|cd|go (?:mod graph|list|doc|env)|git(?: -\S+(?: [^-\s]\S*)?)* (?:status|log|diff|show|branch(?! -(?:[dDmMf]|-delete|-move)\b)|remote|rev-parse|ls-files|blame|stash list|config|grep|describe|tag(?:$| (?:-l|--list|--sort\S*|--contains|--points-at))|worktree list|fetch)|gh (?:api|pr view|pr diff|pr list|pr checks|issue|run))(?:\s|$)/;
const HELP = /\s--(?:help|version|showConfig|show-config)\b|^\S+ help\b/;
const SHELL_WORD =
  /^(?:for|while|until|if|elif|case|done|fi|esac|else|then|do|export|set|local|function|source|\.)\b|^[A-Za-z_]\w*=\S*$/;

/** One part of a command line. */
interface Part {
  readonly text: string;
  /** With what is set for it and what starts it: `CI=1 npx jest`. */
  readonly typed: string;
  /** Only some of what it prints is seen: `| grep`, `| wc -l`. */
  readonly filtered: boolean;
  /** The exit code of the line is that of something behind it. */
  readonly hidden: boolean;
}

const FILTER = /^(?:(?:e?grep|rg|ag)\s(?!(?:-\w+ )*-\w*v)|(?:wc|awk|jq|cut|sort|uniq)\b)/;

/** The parts of a command line that run one after another, without their redirections. */
const parts = oncePerText(splitParts);

/** What stands behind a pipeline decides its fate: `a && b` fails with `a`, `a; b` and `a || b` do not. */
const HIDES = /^(?:;|\n|\|\||&)$/;
const FAILS_EARLY = /\bset -\w*e|\bpipefail\b/;

function splitParts(command: string): readonly Part[] {
  const pieces = command
    .replace(/<<-?\s*['"]?(\w+)['"]?[\s\S]*?(?:\n\s*\1\b|$)/g, ' ')
    .replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, hideSigns)
    .trim()
    .split(/(&&|\|\||;|\n|(?<![|&\d>])&(?![&>]))/);
  const isStrict = FAILS_EARLY.test(command);
  const isHidden = (at: number) =>
    pieces
      .slice(at + 1)
      .some((sign, on) => HIDES.test(sign) && pieces.slice(at + on + 2).some((rest) => /\w/.test(rest)));
  return pieces
    .flatMap((pipeline, at) => {
      if (at % 2 === 1) return [];
      const behind = !isStrict && isHidden(at);
      const typed = pipeline.split(/(?<![|&\d>])\|(?![&>])/).map((part) => showSigns(typedPart(part)));
      const texts = typed.map((part) => unwrapped(part.replace(/^(?:[A-Z_][A-Z0-9_]*=\S*\s+)+/, '')));
      return texts.flatMap((text, at): readonly Part[] => {
        const filtered = texts.slice(at + 1).some((stage) => FILTER.test(stage));
        const hidden = behind || (!isStrict && at < texts.length - 1);
        const inner = INNER_SHELL.exec(text)?.[2];
        const whole = typed[at] ?? text;
        if (inner === undefined) return [{ text, typed: whole, filtered, hidden }];
        // In a container, it runs only there.
        const own = whole === text ? {} : { typed: whole };
        return parts(inner).map((part) => ({
          ...part,
          ...own,
          filtered: filtered || part.filtered,
          hidden: hidden || part.hidden,
        }));
      });
    })
    .filter(({ text }) => text !== '' && !text.startsWith('#') && !SHELL_WORD.test(text));
}

/** `zsh -lc 'source ~/.zshrc && npm test'`: what it runs stands in its argument. */
const INNER_SHELL = /^(?:\S*\/)?(?:ba|z|da)?sh -\w*c (['"])([\s\S]+)\1$/;

/** Signs inside quotes do not part a line. */
const SIGNS = ';|&\n';
const HIDDEN = 0xe000;

function hideSigns(quoted: string): string {
  return quoted.replace(/[;|&\n]/g, (sign) => String.fromCharCode(HIDDEN + SIGNS.indexOf(sign)));
}

function showSigns(part: string): string {
  return part.replace(/[\ue000-\ue003]/g, (sign) => SIGNS[sign.charCodeAt(0) - HIDDEN] ?? ' ');
}

function typedPart(part: string): string {
  return part
    .trim()
    .replace(/^(?:(?:do|then|else|\(|\{)\s+)+/, '')
    .replace(/\s+\d?>{1,2}\s?(?:&\d|\S+)/g, '')
    .trim();
}

const kindOfPart = oncePerText(judgePart);

/** What is quoted is data, not a command. */
function judgePart(part: string): CommandKind {
  const bare = part.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '""');
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

export function commandKind(command: string): CommandKind {
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
export function kindsOf(command: string): (Part & { readonly kind: CommandKind })[] {
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
  return { name: nameOf(part), scope: scopeOf(part) };
}

const RUNNER =
  /^(?:npx|pnpm|yarn|bun|npm|mise|make|just|cargo|go|uv|poetry|bundle|python3?|dotnet|gradle|\.\/gradlew|mvn|git|gh|docker|task|nx|turbo|terraform|kubectl|deno|node)$/;

function nameOf(part: string): string {
  const words = part
    .replace(/^@biomejs\//, '')
    .split(/\s+/)
    .filter((word) => !word.startsWith('-'));
  if (!RUNNER.test(words[0] ?? '')) return words[0] ?? '';
  const long = ['run', 'exec', 'compose', 'pr'].includes(words[1] ?? '');
  // What a linter fixes, it has checked.
  return words
    .slice(0, long ? 3 : 2)
    .join(' ')
    .replace(/:(?:fix|write)$/, '');
}

function scopeOf(part: string): string[] {
  const named = nameOf(part).split(' ');
  return part
    .split(/\s+/)
    .filter((word, at) => at >= named.length && word !== '' && !/^(?:\.|\.\/\.\.\.|--?\S*)$/.test(word));
}
