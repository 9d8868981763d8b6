import { age } from '../../core/age.ts';
import { agentTitle } from '../../core/agent-title.ts';
import type { Checkpoint } from '../../core/checkpoint.ts';
import { clock, day } from '../../core/clock.ts';
import { count } from '../../core/count.ts';
import { describeCommand, hasFailed } from '../../core/describe-command.ts';
import { nestedWords } from '../../core/nested-words.ts';
import type { Note, OtherSection } from '../../core/note.ts';
import { showBytes } from '../../core/size.ts';
import { skipWords } from '../../core/skip-words.ts';
import { oneLine, stripControls } from '../../core/strip-controls.ts';
import { type ChangeCount, lineCounts } from '../../core/tree-change.ts';
import { whySaved } from '../../core/why-saved.ts';
import type { World } from '../../core/world.ts';
import type { FirstChanges } from '../../repository/compare.ts';
import type { WayOn } from '../../repository/way-on.ts';
import { renderChanges } from './changes.ts';
import { showPath } from './facts.ts';
import { branchOf } from './list.ts';
import { renderKnowledge } from './show-knowledge.ts';
import { type Style, styleFor } from './style.ts';
import { screenWidth } from './table.ts';
import { renderWayOn } from './way-on.ts';
import { renderWordsOfOthers, type WordsOfOthers } from './words-of-others.ts';
import { wrap } from './wrap.ts';

const MAX_COMMANDS = 6;

/** All that a page about a checkpoint tells. */
export interface ShownCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly files: FirstChanges;
  /** How the working tree differs from it now, where somebody looks at a screen. */
  readonly now?: ChangeCount;
  /** What its resume pack costs. */
  readonly tokens?: number;
  readonly story: boolean;
  readonly others?: WordsOfOthers;
  readonly wayOn?: WayOn;
}

/** A checkpoint as a page to read: what it is, which files, what was known, what to do with it. */
export function renderShow(shown: ShownCheckpoint, world: World): string {
  const style = styleFor(world, world.stdout);
  const width = screenWidth(world);
  const { note } = shown.checkpoint;
  const view = { style, width, story: shown.story };
  const parts = [
    renderHead(shown.checkpoint, style, world),
    renderFiles(shown, world),
    renderDescription(note, width),
    renderKnowledge(note.analysis, { ...view, told: toldAbove(note) }),
    ...(note.sections ?? []).map((section) => renderSection(section, style)),
    ...(shown.others ?? []).map((words) => renderWordsOfOthers(note, words, view)),
    renderCommands(note, style),
    renderNested(note, style),
    renderSkipped(note, style),
    shown.wayOn === undefined ? '' : renderWayOn(shown.checkpoint, shown.wayOn, world),
    renderFoot(shown, style, width),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Number, place, summary, and one line about when, why and by whom. */
export function renderHead({ number, note, author, noteFrom }: Checkpoint, style: Style, world: World): string {
  const created = new Date(note.created);
  const { commit } = note.context;
  const place = `${branchOf({ note, noteFrom })}${commit === '' ? '' : ` @ ${commit.slice(0, 7)}`}`;
  const marks = [
    note.kept ? style.yellow('★ kept') : '',
    note.pending ? style.yellow('pending') : '',
    noteFrom === 'message' ? style.red('note lost, rebuilt from the message') : '',
  ].filter((mark) => mark !== '');
  const facts = [
    `${age(created, world.now())} (${day(created, world.now())} ${clock(created)})`,
    `by ${stripControls(author.name)}${note.trigger === 'manual' ? '' : `, ${oneLine(whySaved(note))}`}`,
    ...sessionWords(note),
    ...(note.tags === undefined ? [] : [note.tags.map((tag) => `#${stripControls(tag)}`).join(' ')]),
    ...(note.anchor === undefined || note.anchor.startsWith('before ') ? [] : [stripControls(note.anchor)]),
  ];
  return [
    `${style.yellow(`checkpoint ${number}`)}${marks.map((mark) => ` ${mark}`).join('')}  ${style.cyan(place)}`,
    ...wrap(stripControls(note.summary), screenWidth(world)).map(style.bold),
    ...wrap(facts.join(' · '), screenWidth(world)).map(style.dim),
    '',
  ].join('\n');
}

/** `Claude Code 300f64`, `sonnet-4-6, context 55k of 200k (28%)` */
function sessionWords({ session }: Note): string[] {
  if (session === undefined) return [];
  const { agent, id, model, context_tokens: used, context_window: window } = session;
  const context =
    used === undefined || window === undefined || window === 0
      ? []
      : [`context ${thousands(used)} of ${thousands(window)} (${Math.round((100 * used) / window)}%)`];
  const name = `${agentTitle(stripControls(agent))} ${stripControls(id).slice(0, 8)}`.trim();
  return [name, [...(model === undefined ? [] : [stripControls(model)]), ...context].join(', ')].filter(
    (words) => words !== '',
  );
}

function thousands(tokens: number): string {
  return tokens < 1000 ? String(tokens) : `${Math.round(tokens / 1000)}k`;
}

function renderFiles({ checkpoint: { number, note }, files }: ShownCheckpoint, world: World): string {
  const { changes, others } = files;
  const { totals } = note;
  const head = `${count(totals.files, 'file')}, ${lineCounts(totals)}, ${showBytes(totals.bytes)}\n`;
  const more = others === 0 ? '' : `  … and ${others} more: \`git show --stat refs/checkpoints/${number}\`\n`;
  return `${head}${renderChanges(changes, world)}${more}`;
}

/** Facts of the analysis that the head and the files say already. */
export function toldAbove({ totals, context }: Note): string[] {
  return [`Uncommitted: ${count(totals.files, 'file')}, ${lineCounts(totals)}`, `Works in ${context.worktree}`];
}

function renderDescription({ description }: Note, width: number): string {
  const text = stripControls(description.trim());
  return text === '' ? '' : `${wrap(text, width).join('\n')}\n`;
}

/** A section of a document that the format does not know, under its own name. */
function renderSection({ heading, text }: OtherSection, style: Style): string {
  return `${style.bold(stripControls(heading.replace(/^#+ /, '')))}\n${stripControls(text)
    .trim()
    .replace(/^(?=.)/gm, '  ')}\n`;
}

function renderCommands({ context }: Note, style: Style): string {
  const commands = context.recent_commands.slice(-MAX_COMMANDS);
  if (commands.length === 0) return '';
  const lines = commands.map((command) => {
    const worked = command.exit === 0 || command.outcome === 'ok' ? style.green('✓') : style.dim('-');
    const mark = hasFailed(command) ? style.red('✗') : worked;
    return `  ${mark} ${stripControls(describeCommand(command)).replaceAll('\n', '\n    ')}\n`;
  });
  return `${style.bold('Commands')}\n${lines.join('')}`;
}

function renderNested({ nested = [] }: Note, style: Style): string {
  if (nested.length === 0) return '';
  const rows = nested.map(
    (one) => `  ${showPath(one.path)}  ${style.dim(`${nestedWords(one)}, commit ${one.commit.slice(0, 10)} there`)}\n`,
  );
  return `${style.bold('Repositories inside')}\n${rows.join('')}`;
}

function renderSkipped({ skipped }: Note, style: Style): string {
  if (skipped.length === 0) return '';
  const rows = skipped.map(
    ({ path, size, why }) => `  ${showPath(path)}  ${style.dim(`${skipWords[why]}, ${showBytes(size)}`)}\n`,
  );
  return `${style.bold('Not captured')}\n${rows.join('')}`;
}

/** Where the working tree stands now, and what can be done. */
function renderFoot(
  { checkpoint: { number, commit }, now, tokens }: ShownCheckpoint,
  style: Style,
  width: number,
): string {
  if (now === undefined && tokens === undefined) return style.dim(`git show ${commit.slice(0, 10)}\n`);
  const same = 'The working tree is as it was.';
  const moved =
    now === undefined || now.files === 0
      ? same
      : `The working tree has moved on: ${count(now.files, 'file')}, ${lineCounts(now)} (diff ${number}).`;
  const pack =
    tokens === undefined ? `resume ${number}` : `resume ${number} = ${tokens.toLocaleString('en-US')} tokens`;
  const next = [pack, `restore ${number}`, `diff ${number}`, `git show ${commit.slice(0, 10)}`].join(' · ');
  return `${[...wrap(moved, width), ...wrap(next, width).map(style.dim)].join('\n')}\n`;
}
