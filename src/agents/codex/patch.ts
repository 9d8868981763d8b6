import type { ToolCall } from '../../core/session.ts';
import { keptText, LIMITS } from '../kept-text.ts';

const FILE = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/;

/** Whether a text carries a patch in Codex's own format, given to the tool or to a shell. */
export function hasPatch(text: string): boolean {
  return text.includes('*** Begin Patch');
}

/** The files that a patch touches, and what it puts in place of what. */
export function readPatch(text: string): Pick<ToolCall, 'paths' | 'change'> {
  const lines = text.slice(Math.max(0, text.indexOf('*** Begin Patch'))).split('\n');
  const paths = lines.map((line) => FILE.exec(line)?.[1]?.trim()).filter((path) => path !== undefined);
  return {
    paths: [...new Set(paths)].map((path) => keptText(path, LIMITS.path)),
    change: { removed: marked(lines, '-'), added: marked(lines, '+') },
  };
}

function marked(lines: readonly string[], mark: string): string {
  const own = lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1));
  return keptText(own.join('\n'), LIMITS.change);
}
