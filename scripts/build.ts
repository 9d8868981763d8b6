/**
 * Builds what is published: the program as one CommonJS file (an ES module costs 8 ms more at every start), and once more for each of
 * the commands that people and agents wait for, with that command alone; the code that V8 makes of them, and a launcher that brings
 * the two together; large libraries beside them as files of their own that only the commands that need them load; the library as an
 * ES module; its types.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { programHead } from '../src/cli/kept-certificates.ts';

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

/** Commands that are also built apart from the others. Each program makes the package larger by its code and makes its own start quicker. */
const alone = {
  save: ['save'],
  list: ['list'],
  show: ['show'],
  verify: ['verify'],
  resume: ['resume'],
  share: ['push', 'fetch', 'sync'],
  hook: ['hook'],
};

/** esbuild escapes what is not ASCII, except in regular expressions. One such character makes V8 keep the whole text at twice its size. */
const asciiOf = (text: string) =>
  text.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const only = (names: readonly string[]): Plugin => ({
  name: 'few commands',
  setup(setup) {
    const imports = names.map((name) => `import { ${name}Command } from './commands/${name}.ts';`);
    const entries = names.map((name) => `['${name}', async () => ${name}Command]`);
    setup.onLoad({ filter: /src\/cli\/commands\.ts$/ }, () => ({
      loader: 'ts',
      contents: `
        ${imports.join('\n')}
        export const commands = new Map([${entries.join(', ')}]);
        export const loadAll = async () => [${names.map((name) => `${name}Command`).join(', ')}];`,
    }));
  },
});

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

// `import()` of a CommonJS file searches its text for exports, which takes longer than running it; `require` does not.
const required = { supported: { 'dynamic-import': false } } as const;

rmSync('dist', { recursive: true, force: true });
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
const programs = Object.entries(alone).map(([name, names]) => ({ outfile: `dist/program-${name}.cjs`, names }));
for (const { outfile, names } of [{ outfile: 'dist/program.cjs', names: [] }, ...programs]) {
  await build({
    ...common,
    entryPoints: ['src/bin.ts'],
    outfile,
    format: 'cjs',
    minifyWhitespace: true,
    minifyIdentifiers: true,
    sourcemap: 'linked',
    // The launcher calls it, as Node would call a module.
    banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
    footer: { js: '})' },
    ...required,
    plugins: [finder, apart, ...(names.length === 0 ? [] : [only(names)])],
  });
  writeFileSync(outfile, asciiOf(readFileSync(outfile, 'utf8')));
}
await build({
  ...common,
  entryPoints: ['src/launch.ts'],
  outfile: 'dist/git-checkpoint.cjs',
  format: 'cjs',
  banner: { js: programHead },
  define: {
    ALONE: JSON.stringify(Object.entries(alone).flatMap(([program, names]) => names.map((name) => [name, program]))),
  },
});
// On Windows npm starts a program by what its first line names, and sh is not to be found there except by git.
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
await build({
  ...common,
  entryPoints: ['src/index.ts'],
  outfile: 'dist/index.js',
  format: 'esm',
  packages: 'external',
});
execFileSync('npx', ['tsc', '-p', 'scripts/tsconfig.types.json'], { stdio: 'inherit' });
await import('./man.ts');
execFileSync(process.execPath, ['--import', 'tsx', 'scripts/warm-up.ts'], { stdio: 'inherit' });
