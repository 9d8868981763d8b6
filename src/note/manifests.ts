import { readFileSync, statSync } from 'node:fs';

const names = [
  'package.json',
  'pyproject.toml',
  'requirements.txt',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'Gemfile',
  'composer.json',
  'mix.exs',
  'CMakeLists.txt',
  'deno.json',
];

const MAX_BYTES = 64 * 1024;

/** The manifests at the top of the working tree: what the project is built with. */
export function readManifests(root: string): { readonly path: string; readonly text: string }[] {
  return names.flatMap((path) => {
    const text = readSmall(`${root}/${path}`);
    return text === undefined ? [] : [{ path, text }];
  });
}

function readSmall(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() && found.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    // Not ours to read, or a link that leads in a circle: it tells nothing, and stops no save.
    return undefined;
  }
}
