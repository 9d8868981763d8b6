import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../src/core/checkpoint.ts';
import type { TestRepo } from './with-repo.ts';

/** What a power cut, or a bad sector, makes of a file. */
export type Damage = 'empty' | 'cut' | 'other bytes';

export function looseFile(repo: TestRepo, oid: Oid): string {
  return join(repo.root, '.git/objects', oid.slice(0, 2), oid.slice(2));
}

/** Damages a loose object. */
export function damage(repo: TestRepo, oid: Oid, kind: Damage = 'empty'): void {
  const path = looseFile(repo, oid);
  const bytes = readFileSync(path);
  chmodSync(path, 0o644);
  const damaged = { empty: Buffer.alloc(0), cut: bytes.subarray(0, 5), 'other bytes': Buffer.alloc(bytes.length, 7) };
  writeFileSync(path, damaged[kind]);
}
