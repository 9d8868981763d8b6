/** Whether a symbolic link at a path leads out of the working tree or into git's directory. */
export function leadsOutside(path: string, target: string): boolean {
  if (target.startsWith('/') || target.includes('\\') || /^[a-z]:/i.test(target)) return true;
  const place = path.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..' && place.pop() === undefined) return true;
    if (part !== '..' && part !== '.' && part !== '') place.push(part);
  }
  return place.some((part) => part.toLowerCase() === '.git');
}
