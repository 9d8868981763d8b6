import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type { Oid } from '../../src/core/checkpoint.ts';
import type { Repository } from '../../src/open/repository.ts';
import { list } from '../../src/repository/list.ts';
import { save } from '../../src/repository/save.ts';
import { removeCheckpoints } from '../../src/store/remove.ts';
import { looseFile } from '../support/damage.ts';
import { fire, start } from '../support/hook-session.ts';
import { nestedRepo } from '../support/nested.ts';
import { saveIn, withOpen } from '../support/open.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** What a running gc leaves; this process stands for it. */
function beginGc(repo: TestRepo): string {
  const mark = join(repo.root, '.git/gc.pid');
  writeFileSync(mark, `${process.pid} ${hostname()}`);
  return mark;
}

/** What a gc leaves that ran meanwhile. */
function passGc(root: string): void {
  const now = new Date();
  utimesSync(join(root, '.git/objects/pack'), now, now);
}

/** The id of a folder that holds this blob as `a`. */
function folderOf(repo: TestRepo, blob: Oid): Oid {
  const input = Buffer.concat([Buffer.from('100644 a\0'), Buffer.from(blob, 'hex')]);
  const args = ['hash-object', '-t', 'tree', '--stdin'];
  return execFileSync('git', args, { cwd: repo.root, env: repo.env, input }).toString().trim();
}

/** Saves while a gc removes an object as soon as the first refs have moved. */
async function saveLosing(repo: TestRepo, repository: Repository, lost: Oid) {
  let calls = 0;
  const { engine } = repository;
  const moveRefs: typeof engine.moveRefs = async (steps) => {
    const done = await engine.moveRefs(steps);
    calls += 1;
    if (calls === 1) rmSync(looseFile(repo, lost));
    return done;
  };
  return save({ ...repository, engine: { ...engine, moveRefs } }, { trigger: 'manual', summary: 'beside' });
}

async function* payload(event: object) {
  yield Buffer.from(JSON.stringify(event));
}

describe('a save beside git gc', (it) => {
  it('waits for its end', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      const mark = beginGc(repo);
      const words: string[] = [];
      // The gc ends as soon as somebody waits for it; before, nothing was saved.
      const write = (text: string | Uint8Array) => {
        words.push(String(text), repo.git('for-each-ref', 'refs/checkpoints'));
        rmSync(mark);
        return true;
      };
      const { status } = await runMain(repo, ['save'], { stderr: { write } });
      assert.equal([status, words], [0, ['Waiting for git gc to finish.\n', '']]);
      assert.is(repo.git('for-each-ref', '--format=%(refname)', 'refs/checkpoints'), 'refs/checkpoints/1');
    }));

  it('is made all the same when that takes too long, and says so; a restore does not rely on it', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      beginGc(repo);
      const { warnings } = await saveIn(repo, { maxGcWait: 0 });
      assert.match(warnings.join(), 'git gc was still running when checkpoint 1 was saved.');
      const failed = await saveIn(repo, { maxGcWait: 0, trigger: 'restore' }).catch((error: Error) => error);
      assert.ok(failed instanceof Error && failed.message === 'git gc is running');
    }));

  it('lets no gc look at the refs while they move, and waits for no lock that a killed save left', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      const lock = join(repo.root, '.git/packed-refs.lock');
      // No process has so high a number.
      writeFileSync(lock, `git-checkpoint 99999999@${hostname()}+1`);
      utimesSync(lock, Date.now() / 1000 - 10, Date.now() / 1000 - 10);
      await withOpen(repo, async (repository) => {
        const { engine } = repository;
        const packing: number[] = [];
        const moveRefs: typeof engine.moveRefs = (steps) => {
          // What each gc does first. It waits for a second where it is not told otherwise.
          packing.push(repo.tryGit('-c', 'core.packedRefsTimeout=0', 'pack-refs', '--all').status);
          beginGc(repo);
          return engine.moveRefs(steps);
        };
        const held = { ...repository, engine: { ...engine, moveRefs } };
        const outcome = await save(held, { trigger: 'manual', summary: 'beside' });
        assert.equal([packing, outcome.kind === 'saved' && outcome.warnings], [[128], []]);
      });
      assert.not(existsSync(lock));
      rmSync(join(repo.root, '.git/gc.pid'));
      repo.git('gc', '--quiet', '--prune=now');
      assert.is(repo.git('show', 'refs/checkpoints/1:a'), '1');
    }));

  it('points no ref at a file of it that the gc took just before', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      repo.write('a', '2');
      const blob = repo.git('hash-object', 'a');
      await withOpen(repo, async (repository) => {
        const { engine } = repository;
        let isTaken = false;
        const [moved, unlocked]: string[][] = [[], []];
        const missingObjects: typeof engine.missingObjects = async (oids, since) => {
          const missing = await engine.missingObjects(oids, since);
          // The last look before the refs move.
          if (!isTaken && since?.getTime() === 0 && oids.includes(blob)) {
            rmSync(looseFile(repo, blob));
            passGc(repo.root);
            isTaken = true;
          }
          return missing;
        };
        const moveRefs: typeof engine.moveRefs = async (steps) => {
          const done = await engine.moveRefs(steps);
          (isTaken ? moved : unlocked)?.push(repo.tryGit('fsck', '--connectivity-only').stderr);
          return done;
        };
        const careful = { ...engine, missingObjects, moveRefs };
        await save({ ...repository, engine: careful }, { trigger: 'manual', summary: 'beside' });
        assert.equal([moved, unlocked], [[''], []]);
      });
      assert.is(repo.git('show', 'refs/checkpoints/1:a'), '2');
    }));

  it('looks for its files before it holds a gc back, because they may be many', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      repo.write('a', '2');
      const blob = repo.git('hash-object', 'a');
      await withOpen(repo, async (repository) => {
        const { engine } = repository;
        const looks = { before: 0, meanwhile: 0 };
        const missingObjects: typeof engine.missingObjects = async (oids, since) => {
          const isHeld = existsSync(join(repo.root, '.git/packed-refs.lock'));
          if (oids.includes(blob)) looks[isHeld ? 'meanwhile' : 'before'] += 1;
          return engine.missingObjects(oids, since);
        };
        const outcome = await save(
          { ...repository, engine: { ...engine, missingObjects } },
          { trigger: 'manual', summary: 'beside' },
        );
        assert.equal([outcome.kind, looks.before > 0, looks.meanwhile], ['saved', true, 0]);
      });
    }));

  it('points no ref of a nested repository at a file that a gc took just before', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      const nested = nestedRepo(repo, 'nested');
      nested.write('tracked', 'edited');
      const blob = nested.git('hash-object', 'tracked');
      await withOpen(repo, async (repository) => {
        const { engine } = repository;
        let isTaken = false;
        const moved: string[] = [];
        const openNested: typeof engine.openNested = async (path, root) => {
          const inside = await engine.openNested(path, root);
          if (typeof inside === 'string') return inside;
          const missingObjects: typeof engine.missingObjects = async (oids, since) => {
            const missing = await inside.missingObjects(oids, since);
            if (!isTaken && since?.getTime() === 0 && oids.includes(blob)) {
              rmSync(looseFile(nested, blob));
              passGc(nested.root);
              isTaken = true;
            }
            return missing;
          };
          const moveRefs: typeof engine.moveRefs = async (steps) => {
            const done = await inside.moveRefs(steps);
            moved.push(nested.tryGit('fsck', '--connectivity-only').stderr);
            return done;
          };
          return { ...inside, missingObjects, moveRefs };
        };
        const outcome = await save(
          { ...repository, engine: { ...engine, openNested } },
          { trigger: 'manual', summary: 'beside' },
        );
        assert.equal([outcome.kind, isTaken, moved], ['saved', true, ['']]);
      });
    }));

  it('moves its refs while a gc is held back however often other saves come first', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      await saveIn(repo);
      repo.write('a', '2');
      const isHeld = () => existsSync(join(repo.root, '.git/packed-refs.lock'));
      let others = 0;
      const comeFirst = async () => {
        others += 1;
        repo.git('notes', '--ref=checkpoints', 'add', '-f', '-m', `of another save ${others}`, 'HEAD');
        // The ref of a save that has not yet told anybody its number.
        repo.tryGit('update-ref', `refs/checkpoints/${others + 1}`, 'HEAD', '0'.repeat(40));
        // From now on a gc runs that the save has waited for long enough: it has found nothing that reaches the new objects.
        if (others === 4) beginGc(repo);
        await sleep(100);
      };
      await withOpen(repo, async (repository) => {
        const { engine } = repository;
        const readObjects: typeof engine.readObjects = async (names) => {
          const objects = await engine.readObjects(names);
          if (names.includes('refs/notes/checkpoints') && !isHeld() && others < 6) await comeFirst();
          return objects;
        };
        const [done, refused]: [number[], string[]] = [[], []];
        const moveRefs: typeof engine.moveRefs = async (steps) => {
          const held = isHeld();
          if (!held) repo.git('prune', '--expire=now');
          done.push(await engine.moveRefs(steps));
          // The next step of that gc.
          if (!held) refused.push(repo.tryGit('prune', '--expire=now').stderr);
          return done.at(-1) ?? 0;
        };
        const busy = { ...repository, engine: { ...engine, readObjects, moveRefs } };
        const outcome = await save(busy, { trigger: 'manual', summary: 'beside', maxGcWait: 250 });
        assert.equal([done, refused], [[2], []]);
        assert.is(outcome.kind === 'saved' && repo.git('show', `refs/checkpoints/${outcome.checkpoint.number}:a`), '2');
      });
      repo.git('fsck', '--strict');
    }));

  it('holds a gc back for what a removal writes, too', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      const { checkpoint } = await saveIn(repo);
      await withOpen(repo, async ({ engine }) => {
        const unheld: (string | undefined)[] = [];
        const moveRefs: typeof engine.moveRefs = async (steps) => {
          const isHeld = existsSync(join(repo.root, '.git/packed-refs.lock'));
          if (!isHeld) unheld.push(...steps.flat().map((update) => update.new));
          return engine.moveRefs(steps);
        };
        const by = { author: checkpoint.author, time: new Date() };
        await removeCheckpoints({ ...engine, moveRefs }, [checkpoint], by);
        assert.equal(unheld, [undefined]);
      });
      assert.is(repo.git('for-each-ref', 'refs/checkpoints'), '');
    }));

  it('writes notes again that a gc took which cannot be held back', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      repo.git('config', 'gc.packRefs', 'false');
      await withOpen(repo, async (repository) => {
        const { engine } = repository;
        const moveRefs: typeof engine.moveRefs = async (steps) => {
          const done = await engine.moveRefs(steps);
          rmSync(looseFile(repo, repo.git('rev-parse', 'refs/notes/checkpoints')));
          return done;
        };
        const careful = { ...repository, engine: { ...engine, moveRefs } };
        const outcome = await save(careful, { trigger: 'manual', summary: 'beside' });
        assert.equal(outcome.kind === 'saved' && outcome.warnings, []);
      });
      repo.git('fsck', '--strict');
    }));

  it('respects a lock of packed refs that is not its own', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      const lock = join(repo.root, '.git/packed-refs.lock');
      writeFileSync(lock, '');
      await saveIn(repo, { maxGcWait: 0 });
      assert.ok(existsSync(lock));
      assert.is(repo.git('show', 'refs/checkpoints/1:a'), '1');
    }));

  it('is made again when the gc took a file or a folder of it', () =>
    withRepo(async (repo) => {
      repo.write('dir/a', '1');
      repo.commit('base');
      repo.write('dir/a', 'changed');
      const blob = repo.git('hash-object', 'dir/a');
      await withOpen(repo, async (repository) => {
        const first = await saveLosing(repo, repository, blob);
        assert.is(repo.git('cat-file', '-p', `${first.checkpoint.commit}:dir/a`), 'changed');
        repo.write('dir/a', 'changed again');
        const tree = (await saveIn(repo)).checkpoint.commit;
        const folder = repo.git('rev-parse', `${tree}:dir`);
        const second = await saveLosing(repo, repository, folder);
        assert.is(repo.git('rev-parse', `${second.checkpoint.commit}:dir`), folder);
        assert.equal(
          (await list(repository)).filter((entry) => 'damage' in entry),
          [],
        );
      });
      repo.git('fsck', '--strict');
    }));

  it('is made again when the gc took the tree of the index', () =>
    withRepo(async (repo) => {
      repo.write('dir/a', '1');
      repo.commit('base');
      repo.write('dir/a', 'staged');
      repo.git('add', '.');
      const folder = folderOf(repo, repo.git('hash-object', 'dir/a'));
      repo.write('dir/a', 'in the working tree');
      await withOpen(repo, async (repository) => {
        const { checkpoint } = await saveLosing(repo, repository, folder);
        assert.is(repo.git('rev-parse', `${checkpoint.commit}^2:dir`), folder);
      });
      repo.git('fsck', '--strict');
    }));

  it('does not keep a session that starts from being resumed', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      await saveIn(repo, { summary: 'The parser' });
      repo.write('a', '2');
      // The process that would save never begins: its job waits.
      const world = {
        stdin: payload({ hook_event_name: 'Stop', session_id: 'session-1' }),
        startSelf: async () => undefined,
      };
      await runMain(repo, ['hook', 'claude-code'], world);
      assert.is(readdirSync(join(repo.root, '.git/git-checkpoint/jobs')).length, 1);
      beginGc(repo);
      assert.match((await fire(repo, start('startup', 'session-2'))).context, 'Checkpoint 2');
    }));
});
