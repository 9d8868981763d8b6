import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { installLibrary, packPackage } from '../support/install-library.ts';
import { bundleEnv, checkpoint, runProgram } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

const LIMIT = 2_000_000;
const packedFiles = () => execFileSync('tar', ['-tzf', packPackage()], { encoding: 'utf8' }).trim().split('\n');

/** A folder with nothing but the package in its node_modules. */
function installed(home: string): { readonly dist: string; readonly program: string } {
  installLibrary(home);
  const folder = join(home, 'node_modules', 'git-checkpoint');
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  return { dist: join(folder, 'dist'), program: join(folder, bin['git-checkpoint'] ?? '') };
}

const compiledIn = (dist: string) => readdirSync(dist).filter((name) => name.includes('.cache'));

describe('the package', (it) => {
  it('is small, and holds neither source maps nor compiled code', () => {
    assert.ok(statSync(packPackage()).size < LIMIT, `${statSync(packPackage()).size} bytes`);
    assert.equal(
      packedFiles().filter((name) => /\.map$|\.cache|\.tgz$|node_modules/.test(name)),
      [],
    );
    for (const name of ['man/git-checkpoint.1', 'dist/index.js', 'dist/capture-worker.js', 'dist/types/index.d.ts'])
      assert.ok(packedFiles().includes(`package/${name}`), name);
  });

  it('needs no other package, and is built before it is packed', () => {
    const { dependencies, optionalDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    assert.equal([dependencies, optionalDependencies], [undefined, undefined]);
    assert.is(scripts.prepack, 'npm run build');
  });

  it("starts by Node, so that npm's starters for Windows need no sh", () =>
    withRepo((repo) => {
      const { program } = installed(repo.home);
      assert.match(readFileSync(program, 'utf8'), /^#!\/usr\/bin\/env node\n/);
    }));

  it('leaves compiled code for the next start', () =>
    withRepo((repo) => {
      const { dist, program } = installed(repo.home);
      repo.write('a.txt', 'one\n');
      for (const words of ['one', 'two']) assert.is(runProgram(repo, ['save', '-m', words], { program }).status, 0);
      assert.equal(compiledIn(dist), [`program.cjs-${process.version}-${process.arch}-save.cache`]);
    }));

  it('works where it cannot leave compiled code, and leaves nothing half written', () =>
    withRepo((repo) => {
      const { dist, program } = installed(repo.home);
      repo.write('a.txt', 'one\n');
      // A folder in the place of the compiled code stops root as well.
      mkdirSync(join(dist, `program.cjs-${process.version}-${process.arch}-save.cache`));
      chmodSync(dist, 0o555);
      const run = runProgram(repo, ['save', '-m', 'one'], { program });
      chmodSync(dist, 0o755);
      assert.equal([run.status, run.stderr], [0, '']);
      assert.is(compiledIn(dist).length, 1);
    }));

  it('is a library with nothing else installed, with git and without', () =>
    withRepo((repo) => {
      const { dist } = installed(repo.home);
      repo.write('a.txt', 'one\n');
      repo.write(
        '../use.mjs',
        `import { list, openRepository, save } from 'git-checkpoint';
        const repository = await openRepository('${repo.root}');
        await save(repository, { trigger: 'phase', summary: 'one' });
        console.log(repository.engine.name, (await list(repository, {})).length);
        await repository.close();`,
      );
      for (const [engine, count] of [
        ['native', 1],
        ['portable', 2],
      ] as const) {
        const env = bundleEnv({ ...repo.env, GIT_CHECKPOINT_ENGINE: engine });
        const run = spawnSync(process.execPath, [join(repo.home, 'use.mjs')], { env, encoding: 'utf8' });
        assert.equal([run.stderr, run.stdout], ['', `${engine} ${count}\n`]);
      }
      assert.not(existsSync(join(dist, '../node_modules')));
    }));

  it('reads notes and repositories with the libraries that it brings', () =>
    withRepo((repo) => {
      const { program } = installed(repo.home);
      repo.write('a.txt', 'one\n');
      checkpoint(repo, 'save', '-m', 'one');
      const env = { GIT_CHECKPOINT_ENGINE: 'portable' };
      for (const args of [['show'], ['list'], ['-h'], ['mcp']])
        assert.is(runProgram(repo, args, { program, env }).status, 0, args.join(' '));
    }));
});
