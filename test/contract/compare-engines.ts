import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { hasEscapedBytes, pathToBytes } from '../../src/core/path-text.ts';
import type { TreeChange } from '../../src/core/tree-change.ts';
import type { GitEngine, StatusEntry } from '../../src/git/engine.ts';
import { Refusal } from '../../src/git/files/refusal.ts';
import { emptyTree } from '../../src/git/hash.ts';
import { discover } from '../../src/git/native/discover.ts';
import { openNative } from '../../src/git/native/engine.ts';
import { fixedWorld } from '../support/fixed-world.ts';
import { openPortableIn } from '../support/open-portable.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';
import type { Situation } from './zoo.ts';

export interface Engines {
  readonly native: GitEngine;
  readonly portable: GitEngine;
}

/** Opens one repository with both engines. */
export async function withEngines(repo: TestRepo, use: (engines: Engines) => Promise<void>): Promise<void> {
  const world = fixedWorld(repo.root, { env: repo.env });
  const native = openNative(await discover(repo.root, world), world);
  const portable = await openPortableIn(repo.root, world);
  try {
    await use({ native, portable });
  } finally {
    await native.close();
    await portable.close();
  }
}

/** Asks both engines and expects one answer. */
export async function same<T>({ native, portable }: Engines, ask: (engine: GitEngine) => Promise<T>): Promise<T> {
  const expected = await ask(native);
  assert.equal(await ask(portable), expected);
  return expected;
}

const takes = (entry: StatusEntry) => entry.kind !== 'nested-repository';

async function capture(engine: GitEngine) {
  const begun = await engine.beginCapture();
  try {
    const paths = begun.status.entries.filter(takes).map(({ path }) => path);
    return { status: begun.status, captured: await begun.finish(paths) };
  } finally {
    await begun.close();
  }
}

async function compareReading(engines: Engines, repo: TestRepo): Promise<void> {
  await same(engines, async ({ place, objectFormat }) => ({ place, objectFormat }));
  await same(engines, async (engine) => (await engine.configEntries()).filter(({ scope }) => scope !== 'command'));
  await same(engines, (engine) => engine.identity());
  await same(engines, (engine) => engine.operation());
  const refs = await same(engines, (engine) => engine.listRefs('refs/'));
  const truth = repo.git('for-each-ref', '--format=%(objectname) %(refname)');
  assert.is(refs.map(({ ref, oid }) => `${oid} ${ref}`).join('\n'), truth);
  await same(engines, (engine) => engine.listRefs('refs/heads/'));
  await same(engines, (engine) => engine.resolveRefs([...refs.map(({ ref }) => ref), 'refs/heads/none']));
  const oids = repo
    .git('rev-list', '--objects', '--all', '--no-object-names')
    .split('\n')
    .filter((oid) => oid !== '');
  const suffixes = ['', '^{tree}'];
  const names = ['HEAD', ...refs.map(({ ref }) => ref)].flatMap((name) => suffixes.map((suffix) => name + suffix));
  const read = async (engine: GitEngine) =>
    (await engine.readObjects([...names, ...oids])).map(
      (object) => object && { ...object, bytes: Buffer.from(object.bytes).toString('base64') },
    );
  await same(engines, read);
  const absent = '1234567890123456789012345678901234567890';
  await same(engines, (engine) => engine.missingObjects([absent, ...oids]));
}

async function compareTrees(engines: Engines, repo: TestRepo, trees: { from: string; to: string }): Promise<void> {
  const { from, to } = trees;
  const { native, portable } = engines;
  await same(engines, (engine) => engine.listTree(to));
  await same(engines, (engine) => engine.listTree(to, ['src', 'readme.md', 'odd/*.ts']));
  await same(engines, (engine) => engine.diffTrees(from, to, { counts: true }));
  await same(engines, (engine) => engine.diffTrees(from, to, { counts: true, paths: ['src'] }));
  for (const paths of [[], ['src']])
    for (const [one, other] of [trees, { from: to, to: from }].map((pair) => [pair.from, pair.to] as const)) {
      const options = { renames: true, counts: false, paths };
      const expected = exactRenames(await native.diffTrees(one, other, options));
      assert.equal(await portable.diffTrees(one, other, options), expected);
    }
  await expectRefusal(portable.patch(from, to, { stat: true }), /diff --stat/);
  const isNamedInBytes = (await portable.diffTrees(from, to)).some(({ path }) => hasEscapedBytes(path));
  if (isNamedInBytes) return expectRefusal(portable.patch(from, to), /not UTF-8/);
  const patch = await portable.patch(from, to);
  // A patch names binary files without their content.
  if (!/^Binary files/m.test(Buffer.from(patch).toString()))
    assert.is(applyPatch(repo, from, patch), to, 'the patch applies');
}

/** The portable engine takes for a rename only a file that moved as it was: any other is one that went and one that came. */
function exactRenames(changes: readonly TreeChange[]): TreeChange[] {
  const bytes = ({ path }: TreeChange) => Buffer.from(pathToBytes(path)).toString('latin1');
  return changes
    .flatMap((change): TreeChange[] => {
      const { status, from = '', path, oldMode = '', oldOid = '', newMode = '', newOid = '' } = change;
      if (status !== 'renamed' || oldOid === newOid) return [change];
      return [
        { status: 'deleted', path: from, oldMode, oldOid },
        { status: 'added', path, newMode, newOid },
      ];
    })
    .sort((one, other) => (bytes(one) < bytes(other) ? -1 : 1));
}

/** Expects a refusal by name, with a hint. */
export async function expectRefusal(asked: Promise<unknown>, words: RegExp): Promise<void> {
  assert.match((await findRefusal(asked))?.message ?? 'no refusal', words);
}

async function findRefusal(asked: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await asked;
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    assert.ok(error.hint, 'a refusal has a hint');
    return error;
  }
}

/** The refusal to open the repository or to capture it, which leaves it as it is. */
async function refusalIn(repo: TestRepo): Promise<Refusal | undefined> {
  const state = () => repo.git('count-objects', '-v') + repo.git('for-each-ref');
  const before = state();
  const open = openPortableIn(repo.root, fixedWorld(repo.root, { env: repo.env }));
  const refusal = await findRefusal(open.then((engine) => capture(engine).finally(() => engine.close())));
  if (refusal !== undefined) assert.is(state(), before);
  return refusal;
}

/** The tree that `git apply` makes of a patch. */
function applyPatch(repo: TestRepo, from: string, patch: Uint8Array): string {
  const env = { ...repo.env, GIT_INDEX_FILE: join(repo.home, 'index-of-patch') };
  const git = (args: string[], input: string | Uint8Array = '') => {
    const run = spawnSync('git', args, { cwd: repo.root, env, input, encoding: 'utf8' });
    assert.is(run.status, 0, run.stderr);
    return run.stdout.trim();
  };
  git(['read-tree', from]);
  git(['apply', '--cached', '--allow-empty', '--whitespace=nowarn', '-'], patch);
  return git(['write-tree']);
}

/** Every question of the contract, asked of both engines in one situation. */
export function compareEngines(situation: Situation): Promise<void> {
  return withRepo(async (start) => {
    const repo = situation.build(start) ?? start;
    const { refused, mayRefuse } = situation;
    if (refused !== undefined) return assert.match((await refusalIn(repo))?.message ?? 'no refusal', refused);
    const refusal = mayRefuse && (await refusalIn(repo));
    if (refusal !== undefined) return assert.match(refusal.message, mayRefuse ?? '');
    await withEngines(repo, async (engines) => {
      await compareReading(engines, repo);
      await same(engines, (engine) => engine.status());
      const { captured, status } = await same(engines, capture);
      const from = status.head === undefined ? emptyTree('sha1') : repo.git('rev-parse', 'HEAD^{tree}');
      await compareTrees(engines, repo, { from, to: captured.tree });
    });
    assert.is(repo.git('fsck', '--strict', '--no-dangling'), '');
  });
}
