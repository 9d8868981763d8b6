import { optionalFields } from '../core/checkpoint-json.ts';
import { Failure } from '../core/failure.ts';
import { ownProperty } from '../core/own-property.ts';
import type { Call } from './command.ts';

/** Writes a result for programs on one line: all of it, or the fields that `--json=FIELDS` names. */
export function writeJson({ args, world }: Pick<Call, 'args' | 'world'>, value: unknown): void {
  const fields = args
    .texts('json')
    .flatMap((text) => text.split(','))
    .filter((field) => field !== '');
  world.stdout.write(`${JSON.stringify(fields.length === 0 ? value : chooseFields(value, fields))}\n`);
}

/** The same for a list of any length: written as far as it is made, or, where fields are named, when all of them are known. */
export async function writeJsonList(
  { args, world }: Pick<Call, 'args' | 'world'>,
  chunks: AsyncIterable<readonly object[]>,
): Promise<void> {
  if (args.texts('json').some((text) => text !== '')) {
    const all: object[] = [];
    for await (const chunk of chunks) for (const one of chunk) all.push(one);
    writeJson({ args, world }, all);
    return;
  }
  let before = '[';
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    world.stdout.write(before + chunk.map((one) => JSON.stringify(one)).join(','));
    before = ',';
  }
  world.stdout.write(before === '[' ? '[]\n' : ']\n');
}

/** The same result with these fields only; `session.agent` looks inside. What one of several entries has not is null. */
function chooseFields(value: unknown, fields: readonly string[]): unknown {
  const entries = (Array.isArray(value) ? value : [value]).filter(isObject);
  const known = new Set(entries.flatMap(Object.keys));
  const unknown = fields.find((field) => !known.has(first(field)) && !optionalFields.includes(first(field)));
  if (unknown !== undefined && entries.length > 0)
    throw new Failure('usage', `unknown field '${unknown}'`, { hint: `Fields: ${[...known].sort().join(', ')}` });
  const chosen = entries.map((entry) => Object.fromEntries(fields.map((field) => [field, read(entry, field) ?? null])));
  return Array.isArray(value) ? chosen : (chosen[0] ?? value);
}

function first(field: string): string {
  return field.split('.', 1)[0] ?? field;
}

function read(entry: object, field: string): unknown {
  let value: unknown = entry;
  for (const name of field.split('.'))
    value = isObject(value) ? ownProperty(value as Record<string, unknown>, name) : undefined;
  return value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
