import { age } from '../../core/age.ts';
import { byRank, fieldsOf } from '../../core/analysis-fields.ts';
import type { Checkpoint } from '../../core/checkpoint.ts';
import { count } from '../../core/count.ts';
import { describeCommand } from '../../core/describe-command.ts';
import type { Note, OtherSection } from '../../core/note.ts';
import { documentId } from '../../core/number.ts';
import { showBytes } from '../../core/size.ts';
import { skipWords } from '../../core/skip-words.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { World } from '../../core/world.ts';
import type { FirstChanges } from '../../repository/compare.ts';
import type { wordsOfOthers } from '../../repository/describe.ts';
import { renderChanges } from './changes.ts';
import { showPath } from './facts.ts';
import { type Style, styleFor } from './style.ts';

type Others = Awaited<ReturnType<typeof wordsOfOthers>>;
type ShownCheckpoint = Checkpoint & { readonly others?: Others };

/** A checkpoint as a page to read: what it is, what was known, which files. */
export function renderShow(checkpoint: ShownCheckpoint, first: FirstChanges, world: World): string {
  const style = styleFor(world, world.stdout);
  const { note } = checkpoint;
  const parts = [
    renderHead(checkpoint, style, world),
    note.description.trim() === '' ? '' : `${indent(stripControls(note.description.trim()))}\n`,
    renderAnalysis(note, style),
    ...(note.sections ?? []).map((section) => renderSection(section, style)),
    renderFiles(checkpoint, first, world),
    renderSkipped(note, style),
    renderCommands(note, style),
    ...(checkpoint.others ?? []).map((words) => renderOthers(note, words, style)),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function renderFiles({ number }: Checkpoint, { changes, others }: FirstChanges, world: World): string {
  if (changes.length === 0) return '';
  const more = others === 0 ? '' : `  … and ${others} more: \`git show --stat refs/checkpoints/${number}\`\n`;
  return `${styleFor(world, world.stdout).bold('Files')}\n${renderChanges(changes, world)}${more}`;
}

function renderHead({ number, commit, note, author, noteFrom }: Checkpoint, style: Style, world: World): string {
  const { branch, commit: base } = note.context;
  const { files, added, removed, bytes } = note.totals;
  const pairs: [string, string][] = [
    [
      'Saved',
      `${age(new Date(note.created), world.now())} (${note.created}) by ${stripControls(author.name)}, ${note.trigger}`,
    ],
    [
      'On',
      `${branch === '' ? 'a detached HEAD' : stripControls(branch)}${base === '' ? '' : ` at ${base.slice(0, 10)}`}`,
    ],
    ['Holds', `${count(files, 'file')} changed, +${added} -${removed}, ${showBytes(bytes)}`],
    ['Commit', commit],
    ...(note.session === undefined
      ? []
      : [
          ['Session', `${stripControls(note.session.agent)} ${stripControls(note.session.id)}`.trim()] as [
            string,
            string,
          ],
        ]),
    ...(note.tags === undefined ? [] : [['Tags', note.tags.map(stripControls).join(', ')] as [string, string]]),
    ...(note.anchor === undefined ? [] : [['Anchor', stripControls(note.anchor)] as [string, string]]),
  ];
  const marks = [
    note.pending ? style.yellow('pending') : '',
    note.kept ? 'kept' : '',
    noteFrom === 'message' ? style.red('note lost, rebuilt from the message') : '',
  ];
  const title = `${style.yellow(documentId(number))}  ${style.bold(stripControls(note.summary))}`;
  const suffix = marks
    .filter((mark) => mark !== '')
    .map((mark) => ` (${mark})`)
    .join('');
  return `${title}${suffix}\n${pairs.map(([name, value]) => `${style.dim(name.padEnd(8))} ${value}\n`).join('')}`;
}

function renderAnalysis({ analysis }: Note, style: Style): string {
  const texts = fieldsOf('text')
    .filter(({ name }) => analysis[name] !== '')
    .map(({ title, name }) => `${style.bold(title)}\n${indent(stripControls(analysis[name]))}`);
  const lists = byRank(fieldsOf('list'))
    .filter(({ name }) => analysis[name].length > 0)
    .map(({ title, name }) => {
      const items = analysis[name].map((item) => `  - ${stripControls(item).replaceAll('\n', '\n    ')}\n`);
      return `${style.bold(title)}\n${items.join('')}`;
    });
  return [...texts, ...lists].join('\n');
}

function renderSection({ heading, text }: OtherSection, style: Style): string {
  return `${style.bold(stripControls(heading.replace(/^#+ /, '')))}\n${indent(stripControls(text))}`;
}

/** Only what differs: it is not the user's, and is read by nobody else. */
function renderOthers(own: Note, { remote, note }: Others[number], style: Style): string {
  const differs = <T>(one: T, other: T) => JSON.stringify(one) !== JSON.stringify(other);
  const other = Object.fromEntries(
    [...fieldsOf('text'), ...fieldsOf('list')].map(({ name, kind }) => {
      const nothing = kind === 'text' ? '' : [];
      return [name, differs(note.analysis[name], own.analysis[name]) ? note.analysis[name] : nothing];
    }),
  );
  const head = style.red(`Words of others, as '${stripControls(remote)}' has them; no session reads them`);
  const summary = differs(note.summary, own.summary) ? `  ${stripControls(note.summary)}\n` : '';
  return `${head}\n${summary}${renderAnalysis({ ...note, analysis: { ...note.analysis, ...other } }, style)}`;
}

function renderSkipped({ skipped }: Note, style: Style): string {
  if (skipped.length === 0) return '';
  const rows = skipped.map(
    ({ path, size, why }) => `  ${showPath(path)}  ${style.dim(`${skipWords[why]}, ${showBytes(size)}`)}\n`,
  );
  return `${style.bold('Not captured')}\n${rows.join('')}`;
}

function renderCommands({ context }: Note, style: Style): string {
  if (context.recent_commands.length === 0) return '';
  return `${style.bold('Recent commands')}\n${context.recent_commands.map((command) => `  ${stripControls(describeCommand(command)).replaceAll('\n', '\n    ')}\n`).join('')}`;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')
    .concat('\n');
}
