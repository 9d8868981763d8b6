import { type RawCall, type RawSession, string, withSlashes } from './raw-event.ts';

/** Files that edits changed, in the order of their last edit, as the repository knows them. */
export function editedPaths(session: RawSession): string[] {
  return pathsOf(session, (call) => (call.failed ? [] : editTargets(call)));
}

/** Files that were read, in the order of their last reading. */
export function readPaths(session: RawSession): string[] {
  return pathsOf(session, (call) => (call.failed ? [] : readTargets(call)));
}

function pathsOf({ events, cwd }: RawSession, targets: (call: RawCall) => readonly string[]): string[] {
  const found = new Set<string>();
  for (const event of events) {
    if (event.kind !== 'call') continue;
    for (const target of targets(event.call)) {
      const path = relativeTo(withSlashes(cwd), withSlashes(target));
      found.delete(path);
      if (path !== '') found.add(path);
    }
  }
  return [...found];
}

export function editTargets(call: RawCall): string[] {
  const { input, tool } = call;
  if (/^(Edit|Write|MultiEdit|NotebookEdit|write_file|replace)$/.test(tool))
    return [string(input['file_path']) || string(input['notebook_path'])];
  return [...patchText(call).matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map(([, path = '']) =>
    path.trim(),
  );
}

/** Files that a patch gives another name. */
export function patchMoves(call: RawCall): { readonly from: string; readonly to: string }[] {
  const moves = patchText(call).matchAll(/^\*\*\* Update File: (.+)\n\*\*\* Move to: (.+)$/gm);
  return [...moves].map(([, from = '', to = '']) => ({ from: from.trim(), to: to.trim() }));
}

/** A patch, given to its own tool or inside a shell command. */
export function patchText({ input, tool }: RawCall): string {
  if (tool === 'apply_patch') return string(input['patch']) || string(input['input']);
  const command = Array.isArray(input['command'])
    ? input['command'].map(string).join('\n')
    : string(input['command'] ?? input['cmd']);
  return command.includes('*** Begin Patch') ? command : '';
}

function readTargets({ input, tool }: RawCall): string[] {
  return /^(Read|read_file|NotebookRead)$/.test(tool)
    ? [string(input['file_path']) || string(input['absolute_path']) || string(input['path'])]
    : [];
}

/** Inside the working directory the path from there, elsewhere its last two names, its last when no directory is known. */
function relativeTo(cwd: string, path: string): string {
  if (cwd === '' && path.startsWith('/')) return path.slice(path.lastIndexOf('/') + 1);
  if (cwd !== '' && path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1);
  return /^(?:\/|[a-z]:\/)/i.test(path) ? path.split('/').slice(-2).join('/') : path.replace(/^\.\//, '');
}
