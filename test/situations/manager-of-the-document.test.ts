import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { installLibrary } from '../support/install-library.ts';
import { bundleEnv } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const document = readFileSync(join(project, 'fixtures', 'documents', 'checkpoint-manager.md'), 'utf8');
const IMPORT = "import { CheckpointManager } from './checkpoint-manager.mjs';";
const ITERATION = '.aiwg/ralph-external/iterations/001';

/** The code under a heading of the document, with the path of the import and the root of the project replaced. */
function codeOf(heading: string, repo: TestRepo): string {
  const found = document.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  const code = found && /```\w+\n([\s\S]*?)\n```/.exec(found)?.[1];
  assert.ok(code, heading);
  return code
    .replace(IMPORT, "import { CheckpointManager } from 'git-checkpoint';")
    .replace('/path/to/project', repo.root);
}

/** Runs a module in the repository; the library is installed beside it. */
function runModule(repo: TestRepo, code: string) {
  const file = join(repo.home, 'program.mjs');
  writeFileSync(file, code);
  return spawnSync(process.execPath, [file], { cwd: repo.root, env: bundleEnv(repo.env), encoding: 'utf8' });
}

const header = "import { CheckpointManager } from 'git-checkpoint';\n";
const block = (code: string) => `{\n${code}\n}\n`;
const filesOf = (repo: TestRepo) => readdirSync(join(repo.root, ITERATION, 'checkpoints'));

function withLibrary(use: (repo: TestRepo) => void): Promise<void> {
  return withRepo((repo) => {
    installLibrary(repo.home);
    repo.write('readme.txt', 'one\n');
    repo.write('.gitignore', '.aiwg/\n');
    repo.commit('first');
    repo.write('src/login.ts', 'export {};\n');
    use(repo);
  });
}

describe('the document of CheckpointManager, as it is written', (it) => {
  it('runs its quick start: captures on disk, a summary at once', () =>
    withLibrary((repo) => {
      const run = runModule(repo, codeOf('Quick Start', repo));
      assert.equal([run.status, run.stderr], [0, '']);
      assert.is(run.stdout, 'Captured 2 checkpoints\nFiles modified: 1\n');
      assert.equal(filesOf(repo), ['001-checkpoint.json', '002-checkpoint.json']);
      assert.is(repo.git('show', 'refs/checkpoints/1:src/login.ts'), 'export {};');
    }));

  it('runs every call of its reference, each with a plain value as its answer', () =>
    withLibrary((repo) => {
      const options = { stateDir: ITERATION, projectRoot: repo.root, sessionId: 'session-uuid' };
      const show = (text: string) => `console.log(${text});`;
      const run = runModule(
        repo,
        [
          header,
          `const options = ${JSON.stringify(options)};\n`,
          'const told = [];\n',
          codeOf('Constructor', repo),
          '\nconst manager = checkpoints;\n',
          block(codeOf('Events', repo)),
          block(
            `${codeOf('`start(options?)`', repo)}\n${show('manager.getAllCheckpoints().length, manager.interval')}`,
          ),
          block(
            `${codeOf('`captureCheckpoint(number)`', repo)}\n${show('checkpoint.number, checkpoint.gitStatus.untracked')}`,
          ),
          block(`${codeOf('`getAllCheckpoints()`', repo)}\n${show('checkpoints.map(({ number }) => number)')}`),
          block(`${codeOf('`stop()`', repo)}\n${show('summary.total')}`),
          // The document declares the name twice.
          ...codeOf('`summarizeCheckpoints(stateDir?)`', repo)
            .split('// or for a specific directory\n')
            .map((code) => block(`${code}\n${show('summary.total, summary.filesModified')}`)),
          block(`${codeOf('`CheckpointManager.getLatestCheckpoint(stateDir)`', repo)}\n${show('latest.number')}`),
          codeOf('`CheckpointManager.formatDuration(ms)`', repo).replace(/^(.*); +\/\/.*$/gm, 'console.log($1);'),
        ].join('\n'),
      );
      assert.is(run.stderr, '');
      assert.equal(run.stdout.split('\n'), [
        'Started with 1800000ms interval',
        'Checkpoint 1 captured',
        '1 600000',
        'Checkpoint 5 captured',
        "5 [ 'src/login.ts' ]",
        '[ 1, 5 ]',
        'Checkpoint 6 captured',
        'Stopped after 3 checkpoints',
        '3',
        "3 [ 'src/login.ts' ]",
        "3 [ 'src/login.ts' ]",
        '6',
        '1h 30m',
        '1m 30s',
        '5s',
        '',
      ]);
    }));

  it('fits into its orchestrator, which keeps the summary of the iteration', () =>
    withLibrary((repo) => {
      const code = `${header}
        const iteration = {};
        const iterationDir = '${ITERATION}';
        const sessionId = 'session-uuid';
        function runIteration() {\n${codeOf('Integration with Orchestrator', repo)}\n}
        runIteration.call({ config: { enableCheckpoints: true }, projectRoot: '${repo.root}' });
        console.log(JSON.stringify(iteration));`;
      const { checkpointSummary } = JSON.parse(runModule(repo, code).stdout);
      assert.equal([checkpointSummary.total, checkpointSummary.filesModified], [2, ['src/login.ts']]);
    }));

  it('tells after a crash what its recovery prints', () =>
    withLibrary((repo) => {
      const crash = codeOf('Quick Start', repo).replace(
        '// ... Claude session runs ...',
        "process.kill(process.pid, 'SIGKILL');",
      );
      assert.is(runModule(repo, crash).signal, 'SIGKILL');
      const run = runModule(repo, `${header}${codeOf('Recovery Usage', repo)}`);
      assert.match(
        run.stdout,
        /^Last checkpoint: \d{4}-.*Z\nFiles modified: src\/login\.ts\nDuration at crash: \d+s\n$/,
      );
    }));

  it('throws a failed write to its caller', () =>
    withLibrary((repo) => {
      repo.write('.aiwg', 'a file where the folder should be');
      const run = runModule(repo, codeOf('Quick Start', repo));
      assert.is(run.status, 1);
      assert.match(run.stderr, /Failure: cannot write .*001-checkpoint\.json/);
    }));

  it('writes files with every field of its example', () =>
    withLibrary((repo) => {
      runModule(repo, codeOf('Quick Start', repo));
      const written = JSON.parse(
        readFileSync(join(repo.root, ITERATION, 'checkpoints', '002-checkpoint.json'), 'utf8'),
      );
      const example = JSON.parse(codeOf('Example Checkpoint File', repo));
      const keys = (value: object) => Object.entries(value).map(([key, inner]) => [key, typeof inner]);
      const missing = keys(example).filter((wanted) => !keys(written).some((has) => has.join() === wanted.join()));
      assert.equal(missing, []);
      assert.equal(Object.keys(written.gitStatus), Object.keys(example.gitStatus));
      assert.equal(Object.keys(written.aiwgState), Object.keys(example.aiwgState));
      assert.equal(Object.keys(written.memory), Object.keys(example.memory));
    }));

  it('is clean under tsc, and its types hold what ours give', () =>
    withLibrary((repo) => {
      const strict = {
        strict: true,
        noEmit: true,
        module: 'nodenext',
        target: 'es2022',
        types: ['node'],
        skipLibCheck: false,
      };
      const typeRoots = [join(project, 'node_modules', '@types')];
      writeFileSync(join(repo.home, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...strict, typeRoots } }));
      writeFileSync(join(repo.home, 'package.json'), '{"type":"module"}');
      writeFileSync(join(repo.home, 'quick-start.ts'), codeOf('Quick Start', repo));
      const heading = (name: string) => codeOf(name, repo);
      const code = `${header}${heading('CheckpointData')}\n${heading('CheckpointSummary')}
        declare const options: { stateDir: string; projectRoot: string };
        type Copy<Value> = { -readonly [Key in keyof Value]: Value[Key] extends object ? Copy<Value[Key]> : Value[Key] };
        ${heading('Constructor')}
        const manager = checkpoints;
        ${block(heading('`start(options?)`'))}
        ${block(`${heading('`captureCheckpoint(number)`')}\nconst data: CheckpointData = structuredClone(checkpoint) as Copy<typeof checkpoint>;`)}
        ${block(`${heading('`getAllCheckpoints()`')}\nconst first: CheckpointData = checkpoints[0] as Copy<(typeof checkpoints)[0]>;`)}
        ${block(`${heading('`stop()`')}\nconst whole: CheckpointSummary = summary as Copy<typeof summary>;`)}
        ${block(heading('Events'))}
        ${block(heading('Recovery Usage'))}
        class Orchestrator {
          config: { enableCheckpoints: boolean; checkpointIntervalMinutes?: number } = { enableCheckpoints: true };
          projectRoot = '.';
          checkpointManager: CheckpointManager | undefined;
          run(iterationDir: string, sessionId: string, iteration: { checkpointSummary?: unknown }) {
            ${heading('Integration with Orchestrator')}
          }
        }`;
      writeFileSync(join(repo.home, 'reference.ts'), code);
      const tsc = join(project, 'node_modules', '.bin', 'tsc');
      const run = spawnSync(tsc, ['-p', repo.home], { cwd: repo.home, encoding: 'utf8' });
      assert.equal([run.status, run.stdout], [0, '']);
    }));
});
