// Control characters, what revisions and patterns are written with, and all that could lead to another folder or a lock.
const forbidden = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|(?:^|\/)\.|^\/|\.lock(?:\/|$)|[./]$/;

/** Whether git takes a name for that of a ref. Names come from other machines too, and become paths. */
export function isRefName(name: string): boolean {
  return name.startsWith('refs/') && !forbidden.test(name);
}
