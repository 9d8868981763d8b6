import type { Analysis, Evidence } from '../core/note.ts';
import type { ModelFields } from './schema.ts';

const MOST_ACTIONS = 25;
const MOST_BLOCKERS = 12;

/**
 * The model's words over the draft's facts: problem and decisions stay as the user said them, artifacts as git knows them,
 * and an open task or a failing command that the model left out comes back.
 */
export function combine(offline: Analysis, fields: ModelFields): Analysis {
  const { model_error: _error, ...known } = offline;
  const { new_decisions, new_user_rules, artifact_changes, ...written } = fields;
  const phrases = new Map(artifact_changes.map(({ path, change }) => [path, change.trim()]));
  const kept = (name: 'next_actions' | 'blockers') =>
    offline[name].filter((_, index) => isFact(offline, `${name}.${index}`));
  return {
    ...known,
    ...written,
    source: 'llm',
    session_intent: written.session_intent.trim() || offline.session_intent,
    current_task: written.current_task.trim() || offline.current_task,
    decisions: withMissing(offline.decisions, new_decisions),
    user_rules: withMissing(offline.user_rules, new_user_rules),
    next_actions: withMissing(written.next_actions, kept('next_actions')).slice(0, MOST_ACTIONS),
    blockers: withMissing(written.blockers, kept('blockers')).slice(0, MOST_BLOCKERS),
    artifacts: offline.artifacts.map((artifact) => ({
      ...artifact,
      change: phrases.get(artifact.path) || artifact.change,
    })),
    evidence: evidenceOf(offline),
  };
}

/** Open tasks come from the agent's list, failures from commands: nobody's opinion. */
function isFact({ evidence = {} }: Analysis, key: string): boolean {
  const by = evidence[key]?.by;
  return by === 'tasks' || by === 'command';
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

/** What the model wrote is from the model; what it may not touch keeps its evidence. */
function evidenceOf(offline: Analysis): Record<string, Evidence> {
  const kept = Object.entries(offline.evidence ?? {}).filter(([key]) =>
    /^(?:problem|decisions|user_rules|relevant_docs)\b/.test(key),
  );
  return Object.fromEntries(kept);
}
