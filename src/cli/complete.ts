import { triggers } from '../core/note.ts';
import { commandNamed } from './aliases.ts';
import type { Command, Completes, Option } from './command.ts';

/** What may stand in a place, and what it means. */
export interface Candidate {
  readonly word: string;
  readonly about?: string;
}

/** A shell completes names of files better than we could. */
const FILES = 'files';

interface Sources {
  readonly commands: readonly Command[];
  /** What this repository has; empty where it has nothing, or is none. */
  read(kind: Exclude<Completes, 'trigger' | 'path'>): Promise<readonly Candidate[]>;
}

/** What may stand in the place of the last of these words; `files` when that is for the shell to say. */
export async function completionsFor(
  given: readonly string[],
  sources: Sources,
): Promise<readonly Candidate[] | typeof FILES> {
  const words = joinAssignments(given);
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  // Without a command it is a save.
  const isNamed = before[0] !== undefined && !before[0].startsWith('-');
  if (before.length === 0 && !current.startsWith('-')) return beginning(commandWords(sources.commands), current);
  const name = isNamed ? (before[0] ?? '') : 'save';
  const command = sources.commands.find((one) => one.name === commandNamed(name));
  if (command === undefined) return [];
  const found = await forCommand(command, { before: isNamed ? before.slice(1) : before, current }, sources);
  return found === FILES ? FILES : found;
}

interface Place {
  readonly before: readonly string[];
  readonly current: string;
}

async function forCommand(command: Command, { before, current }: Place, sources: Sources) {
  if (before.includes('--')) return command.dashes ? FILES : [];
  const [, named, value = ''] = /^--([\w-]+)=(.*)$/s.exec(current) ?? [];
  const assigned = command.options.find(({ name }) => name === named);
  if (assigned !== undefined) return assignedValues(assigned, value, sources);
  const waiting = command.options.find((option) => option.kind !== 'flag' && isOptionWord(option, before.at(-1)));
  if (waiting !== undefined) return valuesOf(waiting, current, sources);
  if (current.startsWith('-')) return beginning(command.options.map(optionWord), current);
  return positionalValues(command, { before, current }, sources);
}

/** `--trigger=cl` is completed as one word. */
async function assignedValues(option: Option, value: string, sources: Sources) {
  const found = await valuesOf(option, value, sources);
  return found === FILES ? [] : found.map(({ word, ...rest }) => ({ word: `--${option.name}=${word}`, ...rest }));
}

async function valuesOf({ choices, completes }: Option, current: string, sources: Sources) {
  if (choices !== undefined)
    return beginning(
      choices.map((word) => ({ word })),
      current,
    );
  if (completes === undefined) return [];
  if (completes === 'path') return FILES;
  if (completes !== 'trigger') return beginning(await sources.read(completes), current);
  // Several, with commas between them: what is there already stays in front.
  const kept = current.slice(0, current.lastIndexOf(',') + 1);
  return beginning(
    triggers.map((word) => ({ word: kept + word })),
    current,
  );
}

async function positionalValues(command: Command, { before, current }: Place, sources: Sources) {
  const given = before.filter((word, at) => !word.startsWith('-') && !isValue(command, before[at - 1]));
  const positional = command.positionals[Math.min(given.length, command.positionals.length - 1)];
  if (positional === undefined || (given.length >= command.positionals.length && !positional.form.includes('...')))
    return [];
  const { form, words, completes = form.includes('ID') ? 'checkpoint' : undefined } = positional;
  if (words !== undefined)
    return beginning(
      words.map((word) => ({ word })),
      current,
    );
  if (completes === 'path') return FILES;
  return completes === undefined || completes === 'trigger' ? [] : beginning(await sources.read(completes), current);
}

function isValue(command: Command, previous: string | undefined): boolean {
  return command.options.some((option) => option.kind !== 'flag' && isOptionWord(option, previous));
}

function isOptionWord({ name, short }: Option, word: string | undefined): boolean {
  return word === `--${name}` || (short !== undefined && word === `-${short}`);
}

function optionWord({ name, about }: Option): Candidate {
  return { word: `--${name}`, about };
}

function commandWords(commands: readonly Command[]): Candidate[] {
  return commands.filter(({ internal }) => !internal).map(({ name, about }) => ({ word: name, about }));
}

function beginning(candidates: readonly Candidate[], current: string): readonly Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(current));
}

/** bash takes `--trigger=cl` for three words. */
function joinAssignments(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '=' && joined.at(-1)?.startsWith('--')) {
      joined.push(`${joined.pop()}=${words[at + 1] ?? ''}`);
      at += 1;
    } else joined.push(word);
  }
  return joined;
}
