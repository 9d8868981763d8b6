import type { CallView } from './session-view.ts';
import { isEdit } from './session-view.ts';

/** Where a command line writes: `cat > a.ts <<EOF`, `tee a.ts`, `sed -i … a.ts`, `cp x a.ts`. */
const WRITES =
  /(?:^|[;&|\n]\s*)(?:(?:cat|printf|echo)\b[^\n;&|]*?>{1,2}\s*|tee (?:-a )?|(?:sed|perl) -\w*i\S* [^\n;&|]*\s|(?:cp|mv) [^\n;&|]*\s)["']?([\w@./[\]-]+\.\w{1,5})["']?(?=\s|[;&|]|$)/g;
/** A script that is handed to an interpreter and writes files. */
const SCRIPT_WRITES =
  /\b(?:python3?|node|ruby|perl)\b[^\n]*<<[\s\S]*\b(?:write_text|writeFile(?:Sync)?|File\.write|open\([^)\n]{1,200}, ?['"][wa])/;
/** Neither code nor what code is built from. */
const NO_CODE =
  /\.(?:md|mdx|txt|rst|png|jpe?g|gif|svg|log)$|(?:^|\/)(?:\.github|\.circleci)\/|\.gitlab-ci\.yml$|(?:^|\/)(?:LICENSE|\.gitignore)$/i;
const OUTSIDE = /^(?:[/~\\]|\.\.|[A-Za-z]:)/;

/** Whether a call may have changed code of the project, by a tool that edits or by a command. */
export function changesCode(entry: CallView): boolean {
  const { action, command = '', result } = entry.call;
  const isCode = (path: string) => !OUTSIDE.test(path) && !NO_CODE.test(path);
  if (isEdit(entry)) return entry.paths.some(isCode);
  if (action !== 'command' || entry.failed || result === 'refused') return false;
  const written = [...command.matchAll(WRITES)].map(([, path = '']) => path);
  return written.some(isCode) || SCRIPT_WRITES.test(command);
}
