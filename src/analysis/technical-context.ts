import { BOUNDS, bounded } from './bounds.ts';
import { commandKind, leadingCheck, leadingPart } from './command-kind.ts';
import { cutWords } from './sentences.ts';
import type { Item, SessionView } from './session-view.ts';

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

function checksUsed(view: SessionView): Item[] {
  const names = { test: 'Tests run with', build: 'Builds with', lint: 'Lints with', install: 'Installs with' } as const;
  return (Object.keys(names) as (keyof typeof names)[]).flatMap((kind) => {
    const runs = view.calls.flatMap(({ call }) =>
      call.command !== undefined && commandKind(call.command) === kind ? [call.command] : [],
    );
    const distinct = new Map(runs.map((command) => [leadingCheck(command).name, leadingPart(command)]));
    const shown = [...distinct.values()].slice(-2).map((command) => `\`${cutWords(command, 70)}\``);
    return shown.length === 0
      ? []
      : [{ text: `${names[kind]} ${shown.join(' and ')}`, from: { by: 'command' } as const }];
  });
}

function workplace({ session }: SessionView): Item[] {
  return session.cwd ? [{ text: `Works in ${session.cwd}`, from: { by: 'session' } }] : [];
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
