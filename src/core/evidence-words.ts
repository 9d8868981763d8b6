import type { Evidence } from './note.ts';

const sources: Readonly<Record<Evidence['by'], string>> = {
  user: 'you',
  agent: 'agent',
  command: 'command',
  git: 'git',
  files: 'files',
  tasks: 'task list',
  plan: 'plan',
  question: 'question',
  summary: 'summary',
  session: 'session',
};

/** Where an item comes from, in words: `you, turn 2`, `agent, earlier session`. */
export function evidenceWords({ by, turn, earlier, superseded }: Evidence): string {
  const inTurn = turn === undefined ? '' : `, turn ${turn}`;
  return `${sources[by]}${earlier ? ', earlier session' : inTurn}${superseded ? ', superseded' : ''}`;
}
