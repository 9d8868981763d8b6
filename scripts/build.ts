/**
 * Builds what is published: the program as one file (ES modules cost 8 ms more at every start), the code that V8 makes of
 * it, and a launcher that brings the two together; large libraries beside it as files of their own that only the commands that need
 * them load; the library as an ES module, with the thread that captures for it; its types.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { programHead } from '../src/cli/kept-certificates.ts';
import { buildProgram } from './build/program.ts';
import { keepReachableTypes } from './build/reachable-types.ts';

/** Libraries that cost start-up time: loaded by `import()` where they are used. */
const heavy = ['yaml', 'yargs', 'isomorphic-git', '@anthropic-ai/sdk', '@modelcontextprotocol/sdk', 'zod'];

/** Modules of ours that gather what is needed of several libraries: loaded by `import()` too, as one file each. */
const gathered = new Map([['src/mcp/sdk.ts', 'library-mcp-sdk.cjs']]);

const fileOf = (name: string) => `library-${name.replace(/[^a-z]+/g, '-').replace(/^-/, '')}.cjs`;
const isHeavy = (path: string) => heavy.some((name) => path === name || path.startsWith(`${name}/`));

const apart: Plugin = {
  name: 'large libraries apart',
  setup(setup) {
    setup.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      if (!isHeavy(path) || importer.includes('node_modules')) return undefined;
      if (kind !== 'dynamic-import') return { errors: [{ text: `${path} must be loaded by import()` }] };
      return { path: `./${fileOf(path)}`, external: true };
    });
    setup.onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) => {
      const file = gathered.get(relative('.', resolve(resolveDir, path)));
      if (file === undefined) return undefined;
      if (kind !== 'dynamic-import') return { errors: [{ text: `${path} must be loaded by import()` }] };
      return { path: `./${file}`, external: true };
    });
  },
};

// What an ES module knows about itself, for libraries that ask while they are part of a CommonJS file.
const selfKnowledge = {
  // Half of a library is comments and indentation that would be read at every start.
  minifyWhitespace: true,
  define: { 'import.meta.url': 'selfUrl', 'import.meta.dirname': '__dirname' },
  banner: { js: "const selfUrl = require('node:url').pathToFileURL(__filename).href;" },
  // Node takes the whole of a CommonJS file for its default export; so the default has to be the whole.
  footer: {
    js: "const { default: main } = module.exports; if (typeof main === 'function') module.exports = Object.assign(main, module.exports);",
  },
};

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  logLevel: 'warning',
} as const;

/** A CommonJS library in a file of its own has only a default for `import()`; so a module names all that it exports. */
const named: Plugin = {
  name: 'names of large libraries',
  setup(setup) {
    setup.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'dynamic-import' && isHeavy(path) ? { path, namespace: 'named' } : undefined,
    );
    setup.onLoad({ filter: /./, namespace: 'named' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => name !== 'default' && /^\w+$/.test(name));
      const contents = `import * as all from '${path}'; export const { ${names.join(', ')} } = all; export default all.default;`;
      return { contents, resolveDir: '.' };
    });
  },
};

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
const found = new Set<string>();
const finder: Plugin = {
  name: 'find the large libraries in use',
  setup(setup) {
    setup.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'dynamic-import' && isHeavy(path)) found.add(path);
      return undefined;
    });
  },
};
await buildProgram('dist/program.cjs', { ...common, plugins: [finder, apart] });
await build({
  ...common,
  entryPoints: ['src/launch.ts'],
  outfile: 'dist/git-checkpoint.cjs',
  format: 'cjs',
  banner: { js: programHead },
});
// npm starts a program by what its first line names, and on Windows only git brings a sh.
writeFileSync('dist/git-checkpoint-node.cjs', "#!/usr/bin/env node\nrequire('./git-checkpoint.cjs');\n");
for (const name of ['git-checkpoint.cjs', 'git-checkpoint-node.cjs']) chmodSync(`dist/${name}`, 0o755);
for (const name of found) {
  await build({
    ...common,
    stdin: { contents: `export * from '${name}'; export { default } from '${name}';`, resolveDir: '.' },
    outfile: `dist/${fileOf(name)}`,
    format: 'cjs',
    ...selfKnowledge,
  });
}
for (const [module, file] of gathered) {
  await build({ ...common, entryPoints: [module], outfile: `dist/${file}`, format: 'cjs', ...selfKnowledge });
}
// The page of `git checkpoint ui`, for browsers of the last two years.
await build({
  entryPoints: ['src/ui/page/main.tsx'],
  outfile: 'dist/ui/page.js',
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
});
await build({
  entryPoints: ['src/ui/page/page.css'],
  outfile: 'dist/ui/page.css',
  bundle: true,
  minify: true,
  target: 'chrome123',
  logLevel: 'warning',
});
copyFileSync('src/ui/page/index.html', 'dist/ui/index.html');
// The library and the thread that captures for it share their code; libraries of others are in it, loaded when they are needed.
await build({
  ...common,
  entryPoints: { index: 'src/index.ts', 'capture-worker': 'src/watch/capture-worker.ts' },
  outdir: 'dist',
  format: 'esm',
  splitting: true,
  chunkNames: 'shared-[hash]',
  minifyWhitespace: true,
  plugins: [named],
  // CommonJS libraries ask for Node's own modules by `require`, which an ES module does not have.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'scripts/tsconfig.types.json'], {
  stdio: 'inherit',
});
keepReachableTypes('dist/types', 'index.d.ts');
await import('./man.ts');
execFileSync(process.execPath, ['--import', 'tsx', 'scripts/warm-up.ts'], { stdio: 'inherit' });
