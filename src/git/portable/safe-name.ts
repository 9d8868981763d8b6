import type { BytePath } from '../files/byte-path.ts';

// Characters that HFS+ drops from names: `.g\u200cit` is `.git` there.
const dropped = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Whether a tree may have an entry of this name. A tree can come from anywhere; names that lead out of the working tree or into
 * git's own folder, on any system, are refused as git refuses them.
 */
export function isSafeName(name: BytePath): boolean {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) return false;
  if (process.platform === 'win32' && name.includes('\\')) return false;
  const text = Buffer.from(name, 'latin1').toString().replace(dropped, '').toLowerCase();
  // NTFS ends a name at a colon, drops dots and spaces at its end, and knows `.git` as `git~1`.
  const shortened = text.split(/[:\\]/)[0]?.replace(/[. ]+$/, '');
  return shortened !== '.git' && shortened !== 'git~1';
}
