import { readFileSync, readlinkSync } from 'node:fs';
import { lstatIfThere } from '../git/disk-path.ts';

/** Whether two paths hold the same: type, exec bit and every byte. */
export function isSameFile(one: string | Buffer, other: string | Buffer): boolean {
  const [first, second] = [lstatIfThere(one), lstatIfThere(other)];
  if (first?.isSymbolicLink() && second?.isSymbolicLink())
    return readlinkSync(one, { encoding: 'buffer' }).equals(readlinkSync(other, { encoding: 'buffer' }));
  if (!first?.isFile() || !second?.isFile() || first.size !== second.size) return false;
  return (first.mode & 0o100) === (second.mode & 0o100) && readFileSync(one).equals(readFileSync(other));
}
