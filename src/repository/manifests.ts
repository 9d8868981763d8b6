import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

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

const LARGEST = 64 * 1024;

/** The manifests at the top of the working tree: what the project is built with. */
export function readManifests(root: string): { readonly path: string; readonly text: string }[] {
  return names.flatMap((path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    if (!found?.isFile() || found.size > LARGEST) return [];
    return [{ path, text: readFileSync(join(root, path), 'utf8') }];
  });
}
