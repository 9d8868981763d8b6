import { withoutClientWords } from './handed-plan.ts';
import { replaceData } from './pasted-data.ts';
import { shortenLogs } from './pasted-log.ts';

const MAX_BLOCK_LINES = 14;
/** Where the middle of a long prompt was taken out. */
const CUT = /^(?=… \[\d+ characters cut\] …$)/m;

/** A prompt with its lines; of what was pasted the long blocks are only named, unless they are needed, and of logs the end and the trouble told. */
export function promptLines(prompt: string, isNeeded: (block: string) => boolean = () => false): string {
  const told = shortenLogs(closeFences(withoutClientWords(prompt)));
  return replaceData(told, (lines) => `[pasted data of ${lines.length} lines]`)
    .replace(/```[\s\S]*?(?:```|$)/g, (block) => {
      const count = block.split('\n').length;
      // A comment of the code is no heading of the prompt.
      return count <= MAX_BLOCK_LINES || isNeeded(block)
        ? block.replace(/^```.*$/gm, '').replace(/^#/gm, ' #')
        : `[pasted block of ${count} lines]`;
    })
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
    .join('\n')
    .trim();
}

/** A block whose end was cut out goes no further than the cut, and one whose start was cut out begins there. */
function closeFences(prompt: string): string {
  const [before = '', after] = prompt.split(CUT);
  if (after === undefined) return prompt;
  return `${before}${hasOpenFence(before) ? '```\n' : ''}${hasOpenFence(after) ? after.replace('\n', '\n```\n') : after}`;
}

function hasOpenFence(text: string): boolean {
  return text.split('```').length % 2 === 0;
}
