import { type AnalysisField, analysisFields, type FieldRow } from '../core/analysis-fields.ts';
import { describeError } from '../core/failure.ts';

type Asked = Extract<FieldRow, { readonly model: string }>;
type KeyOf<Row extends Asked> = Row extends { readonly accumulates: true } ? `new_${Row['name']}` : Row['name'];

/** What the model is asked for. Fields that accumulate are only added to: what is known stays in the user's words. */
export type ModelFields = {
  readonly [Row in Asked as KeyOf<Row>]: Row['kind'] extends 'text' ? string : readonly string[];
} & { readonly artifact_changes: readonly { readonly path: string; readonly change: string }[] };

export interface AskedField extends AnalysisField {
  readonly model: string;
  readonly key: string;
}

/** The rows that a model writes, each with its key in the answer. */
export const askedFields: readonly AskedField[] = analysisFields.flatMap(({ model, ...row }) =>
  model === undefined ? [] : [{ ...row, model, key: row.accumulates ? `new_${row.name}` : row.name }],
);

const TEXT_LENGTH = 600;
const MAX_ARTIFACTS = 60;

const strings = { type: 'array', items: { type: 'string' } };
const artifact = {
  type: 'object',
  properties: { path: { type: 'string' }, change: { type: 'string' } },
  required: ['path', 'change'],
  additionalProperties: false,
};
const properties = {
  ...Object.fromEntries(askedFields.map(({ key, kind }) => [key, kind === 'text' ? { type: 'string' } : strings])),
  artifact_changes: { type: 'array', items: artifact },
};

/** The JSON schema of the answer. */
export const answerSchema = {
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
};

type Checked =
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
  for (const { key, kind, bound } of askedFields) {
    const answer = value[key];
    if (kind === 'text' && !isText(answer)) return `${key} is not a text of at most ${TEXT_LENGTH} characters`;
    if (kind !== 'text' && !isList(answer, bound.count))
      return `${key} is not a list of at most ${bound.count} texts of 1 to ${TEXT_LENGTH} characters`;
  }
  const changes = value['artifact_changes'];
  const right = Array.isArray(changes) && changes.length <= MAX_ARTIFACTS && changes.every(isArtifact);
  return right ? undefined : 'artifact_changes is not a list of {path, change}';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TEXT_LENGTH;
}

function isList(value: unknown, most: number): boolean {
  return Array.isArray(value) && value.length <= most && value.every((item) => isText(item) && item.trim() !== '');
}

function isArtifact(value: unknown): boolean {
  return isRecord(value) && isText(value['path']) && isText(value['change']);
}
