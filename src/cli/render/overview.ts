import { age, shortAge } from '../../core/age.ts';
import { agentTitle } from '../../core/agent-title.ts';
import { moment } from '../../core/clock.ts';
import { count } from '../../core/count.ts';
import { oneLine, stripControls } from '../../core/strip-controls.ts';
import { countChanges, lineCounts } from '../../core/tree-change.ts';
import type { World } from '../../core/world.ts';
import type { OpenSession, Overview } from '../../repository/overview.ts';
import type { UnfinishedWork } from '../../repository/resume.ts';
import type { WorkingTree } from '../../repository/timeline.ts';
import { operationAbout } from './operation-text.ts';
import { styleFor } from './style.ts';
import { screenWidth } from './table.ts';
import { wrap } from './wrap.ts';

const LABEL = 10;

export interface StatusFacts extends Overview {
  /** Titles of agents whose hooks are installed. */
  readonly hooked: readonly string[];
}

/** Where you are, in a few lines. */
export function renderOverview(facts: StatusFacts, world: World): string {
  const style = styleFor(world, world.stdout);
  const rows: [string, string][] = [
    ['Unsaved', unsavedWords(facts, world)],
    ...facts.sessions.map((session): [string, string] => ['Session', sessionWords(session, world)]),
    ...facts.otherWork.map((work): [string, string] => ['Also', otherWorkWords(work, world)]),
    ['Kept', numbersWords(facts.kept, facts.among)],
    ['Pending', facts.pending.length === 0 ? '' : numbersWords(facts.pending, facts.among)],
    ['Undo', undoWords(facts)],
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

/** For a prompt: `◆31 4m ✎3`, and ` !` behind it while saves fail. */
export function renderShort({ here, unsaved }: Overview, world: World): string {
  const { newest } = here;
  const failing = unsaved === undefined ? '' : ' !';
  if (newest === undefined) return `◇${failing}\n`;
  const { checkpoint, changes } = newest;
  const edited = changes.length === 0 ? '' : ` ✎${changes.length}`;
  const unknown = here.problem === undefined ? '' : ' ✎?';
  return `◆${checkpoint.number} ${shortAge(new Date(checkpoint.note.created), world.now())}${edited}${unknown}${failing}\n`;
}

function hereWords({ here }: Overview, world: World): string {
  const { branch, newest } = here;
  const place = branch === '' ? 'On a detached HEAD' : `On ${stripControls(branch)}`;
  if (newest === undefined) return `${place}, no checkpoint here yet. Make one with \`git checkpoint save\`.`;
  const { checkpoint } = newest;
  const differs = changeWords(newest, here.problem);
  const when = age(new Date(checkpoint.note.created), world.now());
  return `${place}, ${differs} since checkpoint ${checkpoint.number} (${when}: ${oneLine(checkpoint.note.summary)})`;
}

function changeWords({ changes }: NonNullable<WorkingTree['newest']>, problem: string | undefined): string {
  const changed = countChanges(changes);
  const known = `${count(changed.files, 'file')}, ${lineCounts(changed)}`;
  if (problem === undefined) return changed.files === 0 ? 'nothing changed' : known;
  const unknown = `unknown changes (${oneLine(problem)})`;
  return changed.files === 0 ? unknown : `${known} and ${unknown}`;
}

function sessionWords({ agent, id, contextPercent, lastSaved }: OpenSession, world: World): string {
  return [
    `${agentTitle(stripControls(agent))} ${oneLine(id).slice(0, 8)}`,
    ...(contextPercent === undefined ? [] : [`context ${Math.round(contextPercent)}%`]),
    lastSaved === undefined ? 'not saved yet' : `last saved ${age(new Date(lastSaved), world.now())}`,
  ].join(', ');
}

/** Work that is not that of the newest checkpoint, and how to get to it. */
function otherWorkWords({ checkpoint: { number, note }, isRunning }: UnfinishedWork, world: World): string {
  const state = isRunning ? 'another session is at it' : `saved ${age(new Date(note.created), world.now())}`;
  return `${oneLine(note.analysis.session_intent || note.summary)} (${state}): \`git checkpoint resume ${number}\``;
}

function unsavedWords({ unsaved }: Overview, world: World): string {
  if (unsaved === undefined) return '';
  return `since ${moment(new Date(unsaved.since), world.now())}: ${oneLine(unsaved.cause)}`;
}

function undoWords({ undoable }: Overview): string {
  if (undoable === undefined) return '';
  if (undoable === 'unlogged-restore') return 'the last restore';
  return `${undoable.kind} ${operationAbout(undoable)}`;
}

function numbersWords(numbers: readonly number[], among: number | undefined): string {
  if (numbers.length === 0) return '';
  return `${numbers.join(', ')}${among === undefined ? '' : ` (among the newest ${among})`}`;
}
