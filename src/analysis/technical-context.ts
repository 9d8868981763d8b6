import type { ToolCall } from '../core/session.ts';
import { BOUNDS, bounded } from './bounds.ts';
import { type CheckPart, checkNames, checkPart, checkParts, isFix } from './check-part.ts';
import { checkOf, kindsOf } from './command-kind.ts';
import { hadNothingToCheck } from './hidden-exit.ts';
import { cutWords } from './sentences.ts';
import { type CallView, type Item, nearPath, type SessionView } from './session-view.ts';
import { folderOf } from './where-run.ts';

/** A manifest of the repository: its path from the root, and its text. */
export interface Manifest {
  readonly path: string;
  readonly text: string;
}

/** What the project is built with: from its manifests, and from the checks that were run. */
export function findTechnicalContext(view: SessionView | undefined, manifests: readonly Manifest[]): Item[] {
  const stack = manifests.slice(0, 6).flatMap((manifest) => {
    const text = describeManifest(manifest);
    return text === '' ? [] : [{ text: `${manifest.path}: ${text}`, from: { by: 'files' } as const }];
  });
  return bounded(
    [...stack, ...(view ? checksUsed(view) : []), ...(view ? workplace(view) : [])],
    BOUNDS.technical_context,
  );
}

const names = {
  test: 'Tests run with',
  build: 'Builds with',
  types: 'Checks types with',
  lint: 'Lints with',
  install: 'Installs with',
} as const;

/** From runs that went well, here: what failed or ran elsewhere is no way to do it. */
function checksUsed({ calls, session }: SessionView): Item[] {
  const cwd = session.cwd ?? '';
  const here = calls.filter(({ call }) => !isElsewhere(call.command ?? '', cwd));
  return [...checkNames, 'install' as const].flatMap((name) => {
    const ran = here.filter((entry) => didRun(entry, name)).flatMap((entry) => waysOf(entry, name, cwd));
    const shown = bestWays(ran).map(({ typed }) => `\`${cutWords(typed, 100)}\``);
    return shown.length === 0
      ? []
      : [{ text: `${names[name]} ${shown.join(' and ')}`, from: { by: 'command' } as const }];
  });
}

const MAX_WAYS = 2;

/** Of each check the widest, the newest of these; of the checks those that are wide and that were run often. */
function bestWays(ran: readonly Way[]): Way[] {
  const best = new Map<string, Way>();
  for (const way of ran) {
    const known = best.get(way.name);
    if (known === undefined || known.worth <= way.worth) best.set(way.name, way);
  }
  const times = (way: Way) =>
    Math.min(2, ran.filter(({ name, worth }) => name === way.name && worth === way.worth).length);
  const ranked = [...best.values()].sort((a, b) => b.worth - a.worth || times(b) - times(a));
  return ranked.filter(({ worth }) => worth === ranked[0]?.worth).slice(0, MAX_WAYS);
}

/** Tests that were counted ran, red or green. */
function didRun({ call, failed }: CallView, name: keyof typeof names): boolean {
  if (failed) return name === 'test' && /\b\d+ (?:passed|passing|failed|failing)\b/.test(call.output ?? '');
  return call.result === 'ok' && !hadNothingToCheck(call.output ?? '');
}

/** A way to run a check; one that is run on everything is worth more than one that was narrowed. */
interface Way {
  readonly name: string;
  readonly typed: string;
  readonly worth: number;
}

/** Each check of a line that ended well has passed; of one that failed, the first has run. */
function waysOf({ call, failed }: CallView, name: keyof typeof names, cwd: string): Way[] {
  const { command = '' } = call;
  if (name === 'install') {
    const whole = kindsOf(command).find(({ kind, text }) => kind === 'install' && WHOLE_PROJECT.test(text));
    return whole === undefined ? [] : wayOf(whole, call, cwd);
  }
  const parts = failed ? [checkPart(command, name)] : checkParts(command, name);
  return parts.flatMap((part) => (part === undefined ? [] : wayOf(part, call, cwd)));
}

function wayOf(part: CheckPart, call: ToolCall, cwd: string): Way[] {
  if (
    part.filtered ||
    FORMATS.test(part.text) ||
    DRY_RUN.test(part.text) ||
    (part.kind !== 'install' && isOfOneFile(part.text))
  )
    return [];
  const { name: check, scope } = checkOf(part.text);
  const [, verb = '', file = ''] = SOURCED.exec(call.command ?? '') ?? [];
  const folder = folderOf(call, cwd);
  const before = [folder === '' ? '' : `cd ${folder}`, file === '' ? '' : `${verb} ${nearPath(file, cwd)}`];
  const typed = [...before, part.typed].filter((one) => one !== '').join(' && ');
  const isWhole = scope.length === 0 && !SELECTS.test(part.text);
  return [{ name: check, typed, worth: (isFix(part.text) ? 0 : 2) + (isWhole ? 1 : 0) }];
}

const DRY_RUN = /^make\b.* (?:-n|--dry-run|--just-print)(?:\s|$)|\s--(?:dry-run|collect-only|list-tests)\b/;
const SELECTS = /\s(?:-run|-k|-t|--grep|--filter|--test-name-pattern)(?:\s|=)/;
const FILE = /^[^\s=*-][^\s=*]*\.[a-z]\w{0,4}(?:::\S*|:\d+)?$/i;
const CONFIGURES = /\.config\.\w+$|\.(?:json|ya?ml|toml|cfg|ini)$/;
const INTERPRETER = /^(?:\S*\/)?(?:node|deno|bun|tsx|python3?|ruby|php|(?:ba|z)?sh)$/;

/** A check of files by their names is no way to check the project; a script that an interpreter runs is. */
function isOfOneFile(text: string): boolean {
  const [program = '', ...words] = text.split(/\s+/);
  const files = words.filter((word) => FILE.test(word) && !CONFIGURES.test(word));
  return files.length > (INTERPRETER.test(program) ? 1 : 0);
}

/** `source venv/bin/activate && pytest`: without the first, the second is another or none. */
const SOURCED = /^(?:\S*sh -\w*c ['"])?(?:cd [^\s;&]+ *(?:&&|;) *)?(source|\.) ([^\s;&|'"]+) *(?:&&|;)/;

const WHOLE_PROJECT =
  /^(?:npm|pnpm|yarn|bun) (?:i|ci|install)(?: --?[\w-]+)*$|^pip3? install (?:-r \S+|-e \.|\.)|^(?:uv sync|poetry install|bundle install|composer install|go mod)\b/;
/** How files look, not whether they are right. */
const FORMATS = /^(?:gofmt|prettier|black|(?:ruff|dotnet) format|(?:cargo|go|mix|terraform|deno) fmt)\b/;

/** Whether a line goes to a folder outside of the session's. */
function isElsewhere(command: string, cwd: string): boolean {
  return [...command.matchAll(/(?:^|[;&(\n])\s*cd ["']?([^\s"';&)]+)/g)].some(
    ([, target = '']) => /^[/~$]/.test(target) && !`${target}/`.startsWith(`${cwd}/`) && target !== cwd,
  );
}

function workplace({ session }: SessionView): Item[] {
  const { cwd, subagent } = session;
  const texts = [subagent && `Transcript of ${subagent}`, cwd && `Works in ${cwd}`].filter(Boolean);
  return texts.map((text = '') => ({ text, from: { by: 'session' } }));
}

function describeManifest({ path, text }: Manifest): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === 'package.json') return describePackageJson(text);
  const found = (pattern: RegExp) => pattern.exec(text)?.[1];
  if (name === 'go.mod') return join(['Go', found(/^go (\S+)/m), found(/^module (\S+)/m)]);
  if (name === 'Cargo.toml') return join(['Rust', found(/^name = "([^"]+)"/m), found(/^edition = "([^"]+)"/m)]);
  if (name === 'pyproject.toml')
    return join(['Python', found(/^requires-python = "([^"]+)"/m), found(/^name = "([^"]+)"/m)]);
  if (name === 'requirements.txt') return 'Python';
  if (name === 'Gemfile') return join(['Ruby', found(/^ruby ['"]([^'"]+)/m)]);
  if (name === 'composer.json') return 'PHP';
  if (name === 'pom.xml' || name.startsWith('build.gradle')) return 'Java or Kotlin';
  return '';
}

function join(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}

interface PackageJson {
  readonly name?: unknown;
  readonly engines?: { readonly node?: unknown };
  readonly scripts?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly devDependencies?: Readonly<Record<string, unknown>>;
}

function describePackageJson(text: string): string {
  const manifest = parseManifest(text);
  if (manifest === undefined) return '';
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const language = names.includes('typescript') ? 'TypeScript' : 'JavaScript';
  const node = typeof manifest.engines?.node === 'string' ? `Node ${manifest.engines.node}` : undefined;
  const main = Object.keys(manifest.dependencies ?? {}).slice(0, 8);
  const scripts = ['test', 'build', 'lint', 'check'].filter((script) => manifest.scripts?.[script] !== undefined);
  return [
    join([language, node]),
    main.length === 0 ? '' : `uses ${main.join(', ')}`,
    scripts.length === 0 ? '' : `scripts ${scripts.join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** A manifest in the middle of an edit says nothing. */
function parseManifest(text: string): PackageJson | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
