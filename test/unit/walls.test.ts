import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { describe } from '../support/suite.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** `| room | duty | may import |`, as ARCHITECTURE.md has it: room → rooms that it may import. */
function readWalls(): Map<string, ReadonlySet<string>> {
  const rows = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| `([\w/]+)` \|.*\| ([^|]+) \|$/gm);
  return new Map(
    [...rows].map(([, room = '', may = '']) => [room, new Set(may.split(',').map((name) => name.trim()))]),
  );
}

/** The room of a file: the longest row of the table that its folder begins with. Files beside the rooms have none. */
function roomOf(path: string, walls: ReadonlyMap<string, unknown>): string | undefined {
  const folders = dirname(path).split('/').slice(1);
  for (let length = folders.length; length > 0; length -= 1) {
    const room = folders.slice(0, length).join('/');
    if (walls.has(room)) return room;
  }
  return undefined;
}

function sourceFiles(): string[] {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => normalize(`src/${name}`).replaceAll('\\', '/'));
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/(?:from|import) ?\(?'([^']+)'/g)].map(([, specifier = '']) => specifier);
}

/** Packages that one room alone may use. */
const packages = new Map([
  ['@anthropic-ai/sdk', 'summary'],
  ['isomorphic-git', 'git'],
  ['@modelcontextprotocol/sdk', 'mcp'],
  ['yargs', 'cli'],
]);

describe('the walls between rooms', (it) => {
  const walls = readWalls();

  it('are on the map forevery folder of src/', () => {
    const missing = sourceFiles().filter((path) => dirname(path) !== 'src' && roomOf(path, walls) === undefined);
    assert.equal(missing, []);
  });

  it('let a room import only what ARCHITECTURE.md allows', () => {
    const broken = sourceFiles().flatMap((path) => {
      const room = roomOf(path, walls);
      if (room === undefined) return [];
      const inside = importsOf(path).filter((specifier) => specifier.startsWith('.'));
      const targets = inside.map((specifier) => normalize(join(dirname(path), specifier)).replaceAll('\\', '/'));
      const outside = targets.filter((target) => {
        const other = roomOf(target, walls);
        return other !== room && !walls.get(room)?.has(other ?? '');
      });
      return outside.map((target) => `${path} imports ${target}`);
    });
    assert.equal(broken, []);
  });

  it('keep core and resume/pack free of input and output', () => {
    const pure = sourceFiles().filter((path) => ['core', 'resume/pack'].includes(roomOf(path, walls) ?? ''));
    const impure = pure.filter((path) => importsOf(path).some((specifier) => specifier.startsWith('node:')));
    assert.equal(impure, []);
  });

  it('keep each package in the room that it works for', () => {
    const strays = sourceFiles().flatMap((path) =>
      importsOf(path)
        .filter((specifier) => !specifier.startsWith('.'))
        .filter((specifier) => {
          const [, owner] =
            [...packages].find(([name]) => specifier === name || specifier.startsWith(`${name}/`)) ?? [];
          return owner !== undefined && path.split('/')[1] !== owner;
        })
        .map((specifier) => `${path} imports ${specifier}`),
    );
    assert.equal(strays, []);
  });
});
