import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type BuildOptions, build, transform } from 'esbuild';

const ENTRY = 'bin.js';

/** Calls each part of the program when it is first asked for; what is no part of it, Node loads. */
const loader = `(function (requireOther, modules = {}) {
  const require = (name) => {
    if (!Object.hasOwn(parts, name)) return requireOther(name);
    if (modules[name] !== undefined) return modules[name].exports;
    const module = (modules[name] = { exports: {} });
    parts[name](module.exports, require, module);
    return module.exports;
  };
  return require('./${ENTRY}');
})`;

/**
 * Builds the program as one file of many functions, one for each part that esbuild splits off. A command calls those that it needs, and V8
 * reads compiled code for no others: in one piece, loading took 10 ms longer at each start.
 */
export async function buildProgram(outfile: string, options: BuildOptions): Promise<void> {
  const { outputFiles = [] } = await build({
    ...options,
    entryPoints: ['src/bin.ts'],
    outdir: '.',
    chunkNames: '[hash]',
    format: 'esm',
    splitting: true,
    minifyWhitespace: true,
    minifyIdentifiers: true,
    write: false,
  });
  const parts = await Promise.all(outputFiles.map(async ({ path, text }) => asFunction(basename(path), text)));
  writeFileSync(outfile, asAscii(`((parts) => ${loader})({\n${parts.join(',\n')}\n})`));
}

/** A module of its own as CommonJS: `import()` of a file searches its text for exports, which takes longer than running it. */
async function asFunction(name: string, text: string): Promise<string> {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    minifyWhitespace: true,
    minifySyntax: true,
    supported: { 'dynamic-import': false },
  });
  return `"./${name}"(exports,require,module){${code}}`;
}

/** esbuild leaves regular expressions as they are written. */
function asAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
