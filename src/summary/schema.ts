import { describeError } from '../core/failure.ts';

/** What the model is asked for. Decisions and rules are only added to: the ones that are known stay in the user's words. */
export interface ModelFields {
  readonly session_intent: string;
  readonly current_task: string;
  readonly new_decisions: readonly string[];
  readonly technical_context: readonly string[];
  readonly play_by_play: readonly string[];
  readonly current_state: readonly string[];
  readonly next_actions: readonly string[];
  readonly blockers: readonly string[];
  readonly new_user_rules: readonly string[];
  readonly artifact_changes: readonly { readonly path: string; readonly change: string }[];
}

const TEXT_LENGTH = 600;
const texts = ['session_intent', 'current_task'] as const;
/** The most items that each list may have. */
const lists = {
  new_decisions: 20,
  technical_context: 14,
  play_by_play: 24,
  current_state: 20,
  next_actions: 20,
  blockers: 10,
  new_user_rules: 20,
} as const;
const MOST_ARTIFACTS = 60;

const strings = { type: 'array', items: { type: 'string' } };
const artifact = {
  type: 'object',
  properties: { path: { type: 'string' }, change: { type: 'string' } },
  required: ['path', 'change'],
  additionalProperties: false,
};
const properties = {
  ...Object.fromEntries(texts.map((field) => [field, { type: 'string' }])),
  ...Object.fromEntries(Object.keys(lists).map((field) => [field, strings])),
  artifact_changes: { type: 'array', items: artifact },
};

/** The JSON schema of the answer. */
export const answerSchema = {
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
};

export type Checked =
  | { readonly kind: 'good'; readonly fields: ModelFields }
  | { readonly kind: 'bad'; readonly error: string };

/** Reads the model's answer. A schema on the wire is a wish, so everything is checked here, and what is wrong is named. */
export function checkAnswer(text: string): Checked {
  let value: unknown;
  try {
    value = JSON.parse(withoutFence(text));
  } catch (error) {
    return { kind: 'bad', error: `not JSON: ${describeError(error)}` };
  }
  const error = findError(value);
  return error === undefined ? { kind: 'good', fields: value as ModelFields } : { kind: 'bad', error };
}

function withoutFence(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text;
}

function findError(value: unknown): string | undefined {
  if (!isRecord(value)) return 'the answer is not an object';
  for (const field of texts) {
    if (!isText(value[field])) return `${field} is not a text of at most ${TEXT_LENGTH} characters`;
  }
  for (const [field, most] of Object.entries(lists)) {
    const list = value[field];
    if (!Array.isArray(list) || list.length > most || !list.every((item) => isText(item) && item.trim() !== '')) {
      return `${field} is not a list of at most ${most} texts of 1 to ${TEXT_LENGTH} characters`;
    }
  }
  const changes = value['artifact_changes'];
  const right = Array.isArray(changes) && changes.length <= MOST_ARTIFACTS && changes.every(isArtifact);
  return right ? undefined : 'artifact_changes is not a list of {path, change}';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TEXT_LENGTH;
}

function isArtifact(value: unknown): boolean {
  return isRecord(value) && isText(value['path']) && isText(value['change']);
}
