import type { ListField, TextField } from '../core/analysis-fields.ts';
import { isGiven } from '../core/given.ts';
import type { Analysis, Evidence } from '../core/note.ts';
import { type AskedField, askedFields, type ModelFields } from './schema.ts';

/** Lists in which facts come back when the model left them out, and how long they may grow then. */
const WITH_FACTS: Partial<Record<string, number>> = { next_actions: 25, blockers: 12 };

/**
 * The model's words over the draft's facts: what accumulates stays as the user said it, artifacts as git knows them, and what
 * somebody gave with a save, an open task or a failing command that the model left out comes back.
 */
export function combine(offline: Analysis, fields: ModelFields): Analysis {
  const { model_error: _error, ...known } = offline;
  const phrases = new Map(fields.artifact_changes.map(({ path, change }) => [path, change.trim()]));
  const combined: Analysis = {
    ...known,
    ...Object.fromEntries(askedFields.map((field) => [field.name, combineField(field, offline, fields)])),
    source: 'llm',
    artifacts: offline.artifacts.map((artifact) => ({
      ...artifact,
      change: phrases.get(artifact.path) || artifact.change,
    })),
  };
  return { ...combined, evidence: evidenceOf(offline, combined) };
}

function combineField(
  { name, key, kind, accumulates }: AskedField,
  offline: Analysis,
  fields: ModelFields,
): string | readonly string[] {
  const written = fields[key as keyof ModelFields];
  if (kind === 'text') return textOf(offline, name as TextField, written as string);
  const [before, now] = [offline[name as ListField], written as readonly string[]];
  if (accumulates) return withMissing(before, now);
  const given = before.filter((_, index) => isGiven(evidenceAt(offline, name, index)));
  const words = given.length === 0 ? now : withMissing(given, now);
  const most = WITH_FACTS[name];
  if (most === undefined) return words;
  const facts = before.filter((_, index) => isFact(evidenceAt(offline, name, index)));
  return withMissing(words, facts).slice(0, most);
}

function textOf(offline: Analysis, name: TextField, written: string): string {
  return isGiven(offline.evidence?.[name]) ? offline[name] : written.trim() || offline[name];
}

function evidenceAt({ evidence = {} }: Analysis, name: string, index: number): Evidence | undefined {
  return evidence[`${name}.${index}`] ?? evidence[name];
}

/** Open tasks come from the agent's list, failures from commands: nobody's opinion. */
function isFact(from: Evidence | undefined): boolean {
  return from?.by === 'tasks' || from?.by === 'command';
}

/** Adds what the list does not say yet. Half of the words in common counts as said. */
function withMissing(list: readonly string[], more: readonly string[]): string[] {
  const said = list.map(words);
  const isSaid = (text: string) => {
    const own = words(text);
    return said.some((known) => own.size > 0 && [...own].filter((word) => known.has(word)).length * 2 >= own.size);
  };
  return [...list, ...more.filter((text) => !isSaid(text))];
}

function words(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_./-]{3,}/gu) ?? []);
}

/** What the model wrote is from the model; what was given, what it may not touch, and facts that came back keep their evidence. */
function evidenceOf(offline: Analysis, combined: Analysis): Record<string, Evidence> {
  const replaced = askedFields.filter(({ accumulates }) => !accumulates);
  const isKept = ([place, from]: [string, Evidence]) =>
    replaced.every(({ name, kind }) => place.split('.')[0] !== name || (kind === 'text' && isGiven(from)));
  const kept = Object.entries(offline.evidence ?? {}).filter(isKept);
  const lists = replaced.flatMap(({ name, kind }) => (kind === 'list' ? [name as ListField] : []));
  const moved = lists.flatMap((name) =>
    offline[name].flatMap((text, index): [string, Evidence][] => {
      const [from, at] = [evidenceAt(offline, name, index), combined[name].indexOf(text)];
      return from === undefined || at < 0 ? [] : [[`${name}.${at}`, from]];
    }),
  );
  return Object.fromEntries([...kept, ...moved]);
}
