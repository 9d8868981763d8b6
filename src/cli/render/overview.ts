import { age, shortAge } from '../../core/age.ts';
import { agentTitle } from '../../core/agent-title.ts';
import { count } from '../../core/count.ts';
import { oneLine, stripControls } from '../../core/strip-controls.ts';
import { countChanges, lineCounts } from '../../core/tree-change.ts';
import type { World } from '../../core/world.ts';
import type { Overview } from '../../repository/overview.ts';
import { styleFor } from './style.ts';
import { screenWidth } from './table.ts';
import { wrap } from './wrap.ts';

const LABEL = 10;

export interface StatusFacts extends Overview {
  /** Titles of agents whose hooks are installed. */
  readonly hooked: readonly string[];
  /** What `git checkpoint undo` would undo. */
  readonly undo?: string;
}

/** Where you are, in a few lines. */
export function renderOverview(facts: StatusFacts, world: World): string {
  const style = styleFor(world, world.stdout);
  const rows: [string, string][] = [
    ['Session', sessionWords(facts, world)],
    ['Kept', numbersWords(facts.kept, facts.among)],
    ['Pending', facts.pending.length === 0 ? '' : numbersWords(facts.pending, facts.among)],
    ['Undo', facts.undo ?? ''],
    ['Hooks', facts.hooked.length === 0 ? 'none; run `git checkpoint install`' : facts.hooked.join(', ')],
    ['Sharing', facts.remote === undefined ? 'off' : `with '${stripControls(facts.remote)}'`],
    ['Model', facts.llm === 'on' ? 'a digest of each session is sent to a model' : 'off; nothing is sent'],
  ];
  const lines = rows
    .filter(([, words]) => words !== '')
    .flatMap(([label, words]) =>
      wrap(words, Math.max(20, screenWidth(world) - LABEL)).map(
        (line, at) => `${at === 0 ? style.bold(label) + ' '.repeat(LABEL - label.length) : ' '.repeat(LABEL)}${line}\n`,
      ),
    );
  return `${wrap(hereWords(facts, world), screenWidth(world)).join('\n')}\n${lines.join('')}`;
}

/** For a prompt: `◆31 4m ✎3` */
export function renderShort({ here }: Overview, world: World): string {
  const { newest } = here;
  if (newest === undefined) return '◇\n';
  const { checkpoint, changes } = newest;
  const edited = changes.length === 0 ? '' : ` ✎${changes.length}`;
  return `◆${checkpoint.number} ${shortAge(new Date(checkpoint.note.created), world.now())}${edited}\n`;
}

function hereWords({ here }: Overview, world: World): string {
  const { branch, newest } = here;
  const place = branch === '' ? 'On a detached HEAD' : `On ${stripControls(branch)}`;
  if (newest === undefined)
    return `${place}, no checkpoint of this worktree yet. Make one with \`git checkpoint save\`.`;
  const { checkpoint, changes } = newest;
  const changed = countChanges(changes);
  const differs = changed.files === 0 ? 'nothing changed' : `${count(changed.files, 'file')}, ${lineCounts(changed)}`;
  const when = age(new Date(checkpoint.note.created), world.now());
  return `${place}, ${differs} since checkpoint ${checkpoint.number} (${when}: ${oneLine(checkpoint.note.summary)})`;
}

function sessionWords({ session }: Overview, world: World): string {
  if (session === undefined) return '';
  const { agent, id, contextPercent, lastSaved } = session;
  return [
    `${agentTitle(stripControls(agent))} ${oneLine(id).slice(0, 8)}`,
    ...(contextPercent === undefined ? [] : [`context ${Math.round(contextPercent)}%`]),
    lastSaved === undefined ? 'not saved yet' : `last saved ${age(new Date(lastSaved), world.now())}`,
  ].join(', ');
}

function numbersWords(numbers: readonly number[], among: number | undefined): string {
  if (numbers.length === 0) return '';
  return `${numbers.join(', ')}${among === undefined ? '' : ` (among the newest ${among})`}`;
}
