import type { CallView, Item } from './session-view.ts';

const VIEWED = /\bgh pr view\b(?:[ \t]+["']?(?:#?(\d{1,7})|\S*\/pull\/(\d{1,7}))\b)?/g;
const field = (name: string, values: string) => new RegExp(`\\b${name}["']?\\s*[:=]\\s*["']?(${values})\\b`, 'i');
/** A loop of the shell, not a word in a script that reads what was printed. */
const LOOP = /\b(?:for|while)\b[^\n;]*(?:;|\n)\s*do\b/;
const STATE = field('state', 'OPEN|MERGED|CLOSED');
const DRAFT = field('isDraft', 'true|false');
const MERGE_STATE = field('mergeStateStatus', 'BEHIND|BLOCKED|CLEAN|DIRTY|UNSTABLE');
const MERGE_WORDS: Readonly<Record<string, string>> = {
  BEHIND: 'behind its base',
  BLOCKED: 'blocked from merging',
  CLEAN: 'ready to merge',
  DIRTY: 'in conflict with its base',
  UNSTABLE: 'not all checks green',
};

export interface SeenPullRequest {
  readonly number: string;
  readonly words: string;
}

/** How a pull request was when it was looked at; undefined where several were, or none is told. */
export function seenPullRequest({ call }: CallView): SeenPullRequest | undefined {
  const { command = '', output = '' } = call;
  const viewed = [...command.matchAll(VIEWED)];
  if (viewed.length !== 1 || LOOP.test(command)) return undefined;
  const [state, draft, merge] = [STATE, DRAFT, MERGE_STATE].map((form) => form.exec(output)?.[1]);
  const isOver = state === 'MERGED' || state === 'CLOSED';
  const words = [
    draft === 'true' && !isOver ? 'draft' : (state ?? '').toLowerCase(),
    isOver ? '' : (MERGE_WORDS[merge ?? ''] ?? ''),
  ].filter((word) => word !== '');
  const number = viewed[0]?.[1] ?? viewed[0]?.[2] ?? '';
  return words.length === 0 ? undefined : { number, words: words.join(', ') };
}

export function seenItem({ number, words }: SeenPullRequest, turn: number): Item {
  const name = number === '' ? 'The pull request' : `Pull request #${number}`;
  return { text: `${name}, last seen in turn ${turn}: ${words}`, from: { by: 'command', turn } };
}
