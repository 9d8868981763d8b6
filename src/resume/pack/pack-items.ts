import { describeChange } from '../../core/describe-change.ts';
import { describeCommand, hasFailed, hasPassed } from '../../core/describe-command.ts';
import type { Analysis, Note, RecentCommand } from '../../core/note.ts';
import { aboutLines, warningLines } from './about-lines.ts';
import { contextLines } from './context-lines.ts';
import { describeDrift, isUnchanged } from './drift.ts';
import type { Extent, Item, Measure } from './level.ts';
import { type List, listItem } from './list-item.ts';
import type { PackInput } from './pack-input.ts';
import { oneLine } from './quote.ts';
import { workingFileItems } from './working-file-items.ts';

/** All that a pack could say about a checkpoint, in reading order. */
export function packItems(input: PackInput, measure: Measure, extent: Extent): Item[] {
  const { note } = input.checkpoint;
  const before = [...firstLists(input), ...taskLists(note), ...stateLists(note)];
  const after = historyLists(input);
  return [
    ...before.flatMap((list) => listItem(list, input, measure)),
    ...workingFileItems(input, measure, extent),
    ...after.flatMap((list) => listItem(list, input, measure)),
  ];
}

// What one more entry is worth against another, by how badly the next session would miss it. `urgency` raises the first
// words of what must be kept so far above the rest that only a full budget cuts them.
const plan = { form: 'lines', keep: 'first', fading: 0 } as const;
const history = { form: 'dashes', keep: 'last', fading: 0.06 } as const;
/** Commands of a while ago are soon worth less than the files that they worked on. */
const past = { ...history, fading: 0.14 } as const;

function firstLists(input: PackInput): List[] {
  const drift =
    input.drift === undefined ? [] : describeDrift(input.drift, input.checkpoint.note.analysis.next_actions);
  const hasDrift = input.drift === undefined || !isUnchanged(input.drift);
  return [
    { ...plan, section: 'about', noun: 'about', items: aboutLines(input), value: 20, urgency: 4 },
    { ...plan, section: 'about', noun: 'warnings', items: warningLines(input), value: 40, urgency: 8 },
    {
      ...plan,
      section: 'drift',
      noun: 'drift',
      items: drift,
      ...(hasDrift ? { value: 40, urgency: 8 } : { value: 5, urgency: 2 }),
    },
  ];
}

function taskLists(note: Note): List[] {
  const { analysis } = note;
  const texts = distinct(
    ['', analysis.current_task],
    ['Intent: ', analysis.session_intent],
    ['Problem: ', analysis.problem],
    ['Description: ', note.description],
  );
  const [task = '', intent = '', problem = '', description = ''] = texts;
  const steps = { form: 'numbers', keep: 'first', fading: 0.02 } as const;
  return [
    { ...plan, section: 'task', noun: 'task', items: [task], value: 60, urgency: 20 },
    { ...plan, section: 'task', noun: 'intent', items: [intent], value: 12, urgency: 6 },
    { ...plan, section: 'task', noun: 'problem', items: [problem], value: 12, urgency: 6 },
    { ...plan, section: 'task', noun: 'description', items: [description], value: 4, urgency: 2 },
    {
      ...steps,
      section: 'next_actions',
      noun: 'next actions',
      items: withOrigin(analysis, 'next_actions'),
      value: 16,
      urgency: 16,
    },
  ];
}

/** Labels each text, leaving out one that was said before. */
function distinct(...labelled: readonly (readonly [label: string, text: string])[]): string[] {
  const said = new Set(['']);
  return labelled.map(([label, text]) => {
    const line = oneLine(text);
    if (said.has(line)) return '';
    said.add(line);
    return `${label}${text}`;
  });
}

/** What an earlier session left open or found out is not news of the last one. */
function withOrigin(analysis: Analysis, field: 'next_actions' | 'blockers' | 'current_state'): string[] {
  return analysis[field].map((text, index) => {
    const { earlier } = analysis.evidence?.[`${field}.${index}`] ?? {};
    return earlier ? `${text} (earlier session)` : text;
  });
}

function stateLists({ analysis }: Note): List[] {
  const { decisions, user_rules, technical_context } = analysis;
  const [blockers, current_state] = [withOrigin(analysis, 'blockers'), withOrigin(analysis, 'current_state')];
  return [
    { ...history, section: 'decisions', noun: 'decisions', items: decisions, value: 7, urgency: 6 },
    { ...history, section: 'blockers', noun: 'blockers', items: blockers, value: 9, urgency: 6 },
    { ...history, section: 'user_rules', noun: 'user rules', items: user_rules, value: 9, urgency: 6 },
    { ...history, section: 'current_state', noun: 'current state', items: current_state, value: 7, urgency: 6 },
    {
      ...history,
      section: 'technical_context',
      noun: 'technical context',
      items: technical_context,
      value: 4,
      urgency: 4,
    },
  ];
}

function historyLists(input: PackInput): List[] {
  const { note } = input.checkpoint;
  const { play_by_play } = note.analysis;
  const { failed, others } = splitCommands(note.context.recent_commands);
  const facts = contextLines(note);
  return [
    { ...history, section: 'recent_commands', noun: 'last failing command', items: failed, value: 8, urgency: 6 },
    { ...past, section: 'recent_commands', noun: 'recent commands', items: others, value: 3, urgency: 3 },
    { ...history, section: 'play_by_play', noun: 'play-by-play', items: play_by_play, value: 4, urgency: 3 },
    { ...history, section: 'artifacts', noun: 'artifacts', items: artifactLines(input), value: 3, urgency: 2 },
    {
      ...history,
      keep: 'first',
      section: 'session_context',
      noun: 'session context',
      items: facts,
      value: 2,
      urgency: 2,
    },
  ];
}

/** The last command that did not succeed tells more than those around it; whether it did later must be said with it. */
function splitCommands(commands: readonly RecentCommand[]): { failed: readonly string[]; others: readonly string[] } {
  const at = commands.findLastIndex(hasFailed);
  const failed = commands[at];
  if (failed === undefined) return { failed: [], others: commands.map(describeCommand) };
  const mended = commands.slice(at + 1).some((later) => hasPassed(later) && nameOf(later) === nameOf(failed));
  const label = mended ? 'Last failure (a later run went well)' : 'Last failure';
  return {
    failed: [`${label}: ${describeCommand(failed)}`],
    others: commands.toSpliced(at, 1).map(describeCommand),
  };
}

/** A command without what its output was piped to. */
function nameOf({ command }: RecentCommand): string {
  return (command.split(/ \| | 2>&1/)[0] ?? '').trim();
}

/** Files that the line of work touched and that are not among the changes: committed since, or outside of the repository. */
function artifactLines({ checkpoint, files }: PackInput): string[] {
  const { analysis, session_files } = checkpoint.note;
  const changed = new Set(files.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])));
  const trail = analysis.artifacts.filter(({ path }) => !changed.has(path));
  const known = new Set([...changed, ...trail.map(({ path }) => path)]);
  const edited = (session_files?.edited ?? []).filter((path) => !known.has(path));
  return [
    ...edited.map((path) => `${oneLine(path)} (edited in the session)`),
    ...trail.map((artifact) => {
      const change = oneLine(describeChange(artifact));
      return `${oneLine(artifact.path)} (${artifact.status})${change === '' ? '' : `: ${change}`}`;
    }),
  ];
}
