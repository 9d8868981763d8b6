import {
  analysisFields,
  byRank,
  FILES_RANK,
  fieldsOf,
  type ListField,
  type TextField,
} from '../../core/analysis-fields.ts';
import { describeChange } from '../../core/describe-change.ts';
import type { Analysis, Note } from '../../core/note.ts';
import { aboutLines, warningLines } from './about-lines.ts';
import { splitCommands } from './command-lines.ts';
import { contextLines, readLines } from './context-lines.ts';
import { describeDrift, isUnchanged } from './drift.ts';
import { editedLines } from './edited-lines.ts';
import { exchangeItem } from './exchange-item.ts';
import { linesOf } from './field-lines.ts';
import { findingLines } from './finding-lines.ts';
import type { Extent, Item, Measure } from './level.ts';
import { type List, listItem } from './list-item.ts';
import type { PackInput, PackLimits } from './pack-input.ts';
import { oneLine } from './quote.ts';
import { readSectionItems } from './read-section.ts';
import { saidAlready } from './said-already.ts';
import { workingFileItems } from './working-file-items.ts';

/** All that a pack could say about a checkpoint, in reading order. */
export function packItems(input: PackInput, { measure, extent, limits }: Making): Item[] {
  const lists = [
    ...firstLists(input),
    ...taskLists(input.checkpoint.note),
    ...fieldLists(input, limits),
    ...sessionLists(input),
  ];
  const itemsOf = (from: number, to: number) =>
    byRank(lists.filter(({ rank }) => from <= rank && rank < to)).flatMap((list) => listItem(list, input, measure));
  return [
    ...itemsOf(0, EXCHANGE_RANK),
    ...exchangeItem(input.checkpoint.note.analysis, limits, measure),
    ...itemsOf(EXCHANGE_RANK, FILES_RANK),
    ...workingFileItems(input, measure, extent),
    ...readSectionItems(input.read ?? [], measure),
    ...itemsOf(FILES_RANK, Number.POSITIVE_INFINITY),
  ];
}

interface Making {
  readonly measure: Measure;
  readonly extent: Extent;
  readonly limits: PackLimits;
}

const EXCHANGE_RANK = analysisFields.find(({ name }) => name === 'last_exchange')?.rank ?? FILES_RANK;

/** A list and its place in the reading order; those of one rank stay as they are. */
interface Ranked extends List {
  readonly rank: number;
}

// What one more entry is worth against another, by how badly the next session would miss it. `urgency` raises the first
// words of what must be kept so far above the rest that only a full budget cuts them.
const plan = { form: 'lines', keep: 'first', fading: 0 } as const;
const history = { form: 'dashes', keep: 'last', fading: 0.06 } as const;
/** Commands of a while ago are soon worth less than the files that they worked on. */
const past = { ...history, whole: true, value: 3, fading: 0.14 } as const;
/** What they found out is nowhere else. */
const found = { ...past, value: 4, fading: 0.1 } as const;
/** Of a turn that had no end, what its last commands found out is all that is known. */
const foundLast = { ...past, value: 10, fading: 0.14 } as const;

const RANKS = { about: 0, drift: 5, description: 35, commands: FILES_RANK + 10, context: FILES_RANK + 40 } as const;

function firstLists(input: PackInput): Ranked[] {
  const drift =
    input.drift === undefined
      ? []
      : describeDrift(input.drift, input.checkpoint.note.analysis.next_actions, input.checkpoint.number);
  const worth = input.drift && isUnchanged(input.drift) ? { value: 5, urgency: 2 } : { value: 40, urgency: 8 };
  const about = { ...plan, section: 'about', rank: RANKS.about } as const;
  return [
    { ...about, noun: 'about', items: aboutLines(input), value: 20, urgency: 4 },
    { ...about, noun: 'warnings', items: warningLines(input), value: 40, urgency: 8 },
    { ...plan, section: 'drift', noun: 'drift', rank: RANKS.drift, items: drift, ...worth },
  ];
}

/** The texts that say what the work is about, each once. */
function taskLists(note: Note): Ranked[] {
  const texts = fieldsOf('text').flatMap(({ name, rank, title, pack }) =>
    pack?.label === undefined
      ? []
      : [
          {
            ...pack,
            noun: nounOf(title),
            rank,
            label: pack.label,
            text: name === 'problem' && isOver(note.analysis) ? '' : note.analysis[name],
            remark: name === 'current_task' && isAnswered(note.analysis) ? ANSWERED : '',
          },
        ],
  );
  const description = {
    noun: 'description',
    rank: RANKS.description,
    label: 'Description: ',
    text: note.description,
    remark: '',
    value: 4,
    urgency: 2,
  };
  const ranked = byRank([...texts, description]);
  const lines = distinct(ranked.map(({ label, text }) => [label, text]));
  return ranked.map(({ noun, rank, value, urgency, remark, ...rest }, index) => ({
    ...plan,
    section: 'task',
    noun,
    rank,
    items: [lines[index] ? `${lines[index]}${remark}` : ''],
    value,
    urgency,
    always: 'always' in rest && rest.always === true,
  }));
}

const ANSWERED = ' (the agent has answered this; nothing is running)';

function isAnswered({ evidence = {} }: Analysis): boolean {
  const from = evidence['current_task'];
  return from?.answered === true && !from.earlier;
}

/** What a session began with is not the problem any more when its user has turned to something else. */
function isOver({ evidence = {} }: Analysis): boolean {
  const [problem, intent] = [evidence['problem'], evidence['session_intent']];
  // A summary tells of what was before the first turn that it left.
  const began = problem?.by === 'summary' ? 1 : problem?.turn;
  return began !== undefined && intent?.turn !== undefined && began < intent.turn && !problem?.earlier;
}

/** The fields that have a section of their own. */
function fieldLists(input: PackInput, limits: PackLimits): Ranked[] {
  const { analysis } = input.checkpoint.note;
  const isSaid = saidAlready(analysis, limits, input.shown);
  return analysisFields.flatMap(({ name, kind, title, openEnd, rank, pack }): Ranked[] => {
    if (pack === undefined || pack.label !== undefined) return [];
    const field = { ...(kind === 'text' ? plan : history), ...pack, section: name, noun: nounOf(title), rank };
    if (kind === 'artifacts')
      return [
        { ...field, items: trailLines(input) },
        // Half a list of paths is not the list.
        { ...field, noun: 'edited files', whole: true, value: EDITED, items: editedElsewhere(input) },
      ];
    if (name === 'findings') return [{ ...field, items: findingLines(analysis, (finding) => isSaid(name, finding)) }];
    const lines = linesOf(analysis, name as TextField | ListField, openEnd);
    return [{ ...field, items: lines.filter((line) => !isSaid(name, line)) }];
  });
}

/** `Next actions` → `next actions`, as what was left out is named. */
function nounOf(title: string): string {
  return title.toLowerCase();
}

/** Labels each text, leaving out one that was said before. */
function distinct(labelled: readonly (readonly [label: string, text: string])[]): string[] {
  const said: string[] = [];
  return labelled.map(([label, text]) => {
    const line = oneLine(text);
    // One may be cut sooner than another, or be part of it.
    if (line === '' || said.some((other) => isSameStart(line, other))) return '';
    said.push(line);
    return `${label}${text}`;
  });
}

const SAME_START = 200;

function isSameStart(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length) - 1;
  const isCut = length >= SAME_START && one.slice(0, length) === other.slice(0, length);
  return other.includes(one) || isCut || beginsAlike(one, other) || beginsAlike(other, one);
}

/** `Build a map with… — then: commit` begins like what was cut in it. */
function beginsAlike(cut: string, whole: string): boolean {
  const at = cut.indexOf('…');
  return at >= SAME_START && whole.startsWith(cut.slice(0, at).trimEnd());
}

function sessionLists({ checkpoint: { note } }: PackInput): Ranked[] {
  const { failed, others, haveResults } = splitCommands(note.context.recent_commands);
  const commands = { section: 'recent_commands', rank: RANKS.commands } as const;
  const worth = isAnswered(note.analysis) ? found : foundLast;
  const context = { section: 'session_context', rank: RANKS.context, noun: 'session context' } as const;
  return [
    { ...history, ...commands, noun: 'last failing command', items: failed, value: 8, urgency: 6 },
    { ...(haveResults ? worth : past), ...commands, noun: 'recent commands', items: others, urgency: 4 },
    { ...plan, ...context, form: 'dashes', noun: 'files read', items: readLines(note), value: 5, urgency: 4 },
    { ...history, keep: 'first', ...context, items: contextLines(note), value: 2, urgency: 2 },
  ];
}

/** What a line of several edited files is worth: without it the next session looks for the work in the wrong place. */
const EDITED = 24;

/** Files that the line of work changed and that are not among the changes any more. */
function trailLines(input: PackInput): string[] {
  const changed = changedPaths(input);
  return input.checkpoint.note.analysis.artifacts
    .filter(({ path }) => !changed.has(path))
    .map((artifact) => {
      const change = oneLine(describeChange(artifact));
      return `${oneLine(artifact.path)} (${artifact.status})${change === '' ? '' : `: ${change}`}`;
    });
}

/** Files that the session edited and that git shows no change of: committed since, or outside of the repository. */
function editedElsewhere(input: PackInput): string[] {
  const { analysis, session_files } = input.checkpoint.note;
  const known = new Set([...changedPaths(input), ...analysis.artifacts.map(({ path }) => path)]);
  const edited = (session_files?.edited ?? []).filter((path) => !known.has(path));
  return editedLines(edited.map(oneLine)).map((line) => `${line} (edited in the session)`);
}

function changedPaths({ files }: PackInput): Set<string> {
  return new Set(files.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])));
}
