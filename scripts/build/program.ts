import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type BuildOptions, build, transform } from 'esbuild';

const ENTRY = 'bin.js';

/** Calls each part of the program when it is first asked for; what is no part of it, Node loads. */
const loader = `(requireOther, modules = {}) => {
  const require = (name) => {
    if (!Object.hasOwn(parts, name)) return requireOther(name);
    if (modules[name] !== undefined) return modules[name].exports;
    const module = (modules[name] = { exports: {} });
    parts[name](module.exports, require, module);
    return module.exports;
  };
  return require('./${ENTRY}');
}`;

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
  const modules = await Promise.all(
    outputFiles.map(async ({ path, text }) => ({ name: basename(path), ...(await asCommonJs(text)) })),
  );
  // The longest has them all.
  const [helpers] = modules.map((module) => module.helpers).toSorted((one, other) => other.length - one.length);
  const parts = modules.map(({ name, code }) => `"./${name}"(exports,require,module){${code}}`);
  // Only our own parts read what a part exports: they need no copy of it.
  const shared = `${helpers}__toCommonJS=(exported)=>exported;`;
  // Without a name for it, esbuild would leave out what nobody uses.
  const program = `var program=(() => {${shared}const parts={${parts.join(',')}};return ${loader}})();`;
  const { code } = await transform(program, { minify: true, target: 'node20' });
  writeFileSync(outfile, `${asAscii(code)}program`);
}

/** Where the helpers that esbuild puts before each module end. */
const BODY = 'var stdin_exports={};';

/**
 * A module of its own as CommonJS: `import()` of a file searches its text for exports, which takes longer than running it. The helpers
 * before it are the same for all, and stand in the program once.
 */
async function asCommonJs(text: string): Promise<{ readonly code: string; readonly helpers: string }> {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    minifyWhitespace: true,
    minifySyntax: true,
    supported: { 'dynamic-import': false },
  });
  const body = code.indexOf(BODY);
  return { code: code.slice(Math.max(body, 0)), helpers: code.slice(0, Math.max(body, 0)) };
}

/** esbuild leaves regular expressions as they are written. */
function asAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
