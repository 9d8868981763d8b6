import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const IMPORTED = /(?:from|import\()\s*['"]([^'"]+)['"]/g;

/**
 * Removes the declarations that the entry does not lead to. Those that are left may name Node's own modules and each other, nothing else:
 * the package has no dependencies, so a type of another library would be `any` to its user.
 */
export function keepReachableTypes(folder: string, entry: string): void {
  const reached = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    open.push(...declarationsIn(folder, file));
  }
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (statSync(join(folder, path)).isFile() && !reached.has(path)) rmSync(join(folder, path));
  }
}

function declarationsIn(folder: string, file: string): string[] {
  const names = [...readFileSync(join(folder, file), 'utf8').matchAll(IMPORTED)].map(([, name = '']) => name);
  const foreign = names.find((name) => !name.startsWith('.') && !name.startsWith('node:'));
  if (foreign !== undefined) throw new Error(`the types of the library lead to those of ${foreign}, in ${file}`);
  const own = names.filter((name) => name.startsWith('.'));
  return own.map((name) => normalize(join(dirname(file), name.replace(/\.[jt]s$/, '.d.ts'))));
}
