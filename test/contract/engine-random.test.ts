import { chmodSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lstatIfThere } from '../../src/git/disk-path.ts';
import { describe } from '../support/suite.ts';
import type { TestRepo } from '../support/with-repo.ts';
import { compareEngines } from './compare-engines.ts';
import type { Situation } from './zoo.ts';

/** The same numbers for the same seed, so that a failure can be looked at again. */
function dice(seed: number): (sides: number) => number {
  let state = seed * 2654435761 + 1;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const words = ['a', 'b', 'lib', 'Src', 'x y', 'ü', 'log', 'a.b', 'build', '#x', '!y', '[z]', 'keep'];
const endings = ['', '.ts', '.log', '.txt', '.TXT', '.bat'];
const patterns = [
  '*.log',
  '!keep.log',
  'build/',
  '/a',
  'lib/**',
  '**/x*',
  '!lib/keep*',
  'a/*',
  '*.t?t',
  '[ab].ts',
  'x\\ y',
  'Src/*/b',
  '!build/',
  '\\#x',
  '*',
  '!*/',
  '!*.ts',
];
const attributes = [
  '*.txt text',
  '* text=auto',
  '*.bat eol=crlf',
  '*.ts -text',
  'lib/** text',
  '*.log binary',
  '/a* eol=lf',
  '*.TXT !text',
  '[attr]mine text eol=crlf',
  'b* mine',
];
const contents = [
  '',
  'one\n',
  'one\ntwo\nthree\n',
  'open end',
  'nul\0byte\n',
  'lone\rcr\n',
  `${'long line '.repeat(50)}\n`,
];

// The portable engine refuses these where git might convert them.
const crlf = ['one\r\ntwo\r\n', 'mixed\r\nends\n'];

class Player {
  readonly #repo: TestRepo;
  readonly #roll: (sides: number) => number;
  readonly #contents: readonly string[];

  constructor(repo: TestRepo, seed: number, more: readonly string[]) {
    this.#repo = repo;
    this.#roll = dice(seed);
    this.#contents = [...contents, ...more];
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#roll(items.length)] as T;
  }

  #path(): string {
    const depth = this.#roll(3);
    return [...Array.from({ length: depth }, () => this.#pick(words)), this.#pick(words) + this.#pick(endings)].join(
      '/',
    );
  }

  /** Makes room for a file: whatever is in its way, above or at it, goes. */
  #clear(path: string): string {
    const parts = path.split('/');
    for (let at = 1; at < parts.length; at += 1) {
      const above = join(this.#repo.root, ...parts.slice(0, at));
      if (lstatSync(above, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(above);
    }
    const full = join(this.#repo.root, path);
    rmSync(full, { recursive: true, force: true });
    mkdirSync(dirname(full), { recursive: true });
    return full;
  }

  move(): void {
    const path = this.#path();
    const kind = this.#roll(14);
    if (kind < 6)
      writeFileSync(
        this.#clear(path),
        Array.from({ length: this.#roll(4) }, () => this.#pick(this.#contents)).join(''),
      );
    else if (kind === 6) rmSync(join(this.#repo.root, path.split('/')[0] ?? ''), { recursive: true, force: true });
    else if (kind === 7) symlinkSync(this.#pick(['nowhere', '.', '..']), this.#clear(path));
    else if (kind === 8) this.#rules('.gitignore', patterns);
    else if (kind === 9) this.#rules('.gitattributes', attributes);
    else if (kind === 10) this.#repo.tryGit('add', '-A', '--', this.#pick(words));
    else if (kind === 11) this.#repo.tryGit('add', '--force', '--', '.');
    else if (kind === 12) this.#flip(path);
    else this.#repo.commit('step');
  }

  #rules(name: string, from: readonly string[]): void {
    const folder = this.#roll(2) === 0 ? '' : `${this.#pick(words)}/`;
    const lines = Array.from({ length: 1 + this.#roll(4) }, () => this.#pick(from));
    writeFileSync(this.#clear(`${folder}${name}`), `${lines.join('\n')}\n`);
  }

  #flip(path: string): void {
    const full = join(this.#repo.root, path);
    if (lstatIfThere(full)?.isFile()) chmodSync(full, this.#roll(2) === 0 ? 0o755 : 0o644);
  }
}

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

function chance(seed: number, more: readonly string[] = []): Situation {
  return {
    name: 'chance',
    ...(more.length > 0 && { mayRefuse: /which ends lines in CRLF, which git converts/ }),
    build(repo) {
      const player = new Player(repo, seed, more);
      for (let moves = 60; moves > 0; moves -= 1) player.move();
      return undefined;
    },
  };
}

describe('both engines', (it) => {
  for (const seed of seeds) {
    it(`agree on a working tree that chance made (${seed})`, () => compareEngines(chance(seed)));
    it(`agree, or one refuses, where chance ends lines in CRLF (${seed})`, () => compareEngines(chance(seed, crlf)));
  }
});
