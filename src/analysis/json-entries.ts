/** Lines of a report that is JSON, as reviewers are asked to write it: one per object that says something. One record alone means nothing without its keys. */
export function jsonEntries(text: string): string[] | undefined {
  const value = parsed(text);
  if (value === undefined) return undefined;
  return isRecord(value) ? [text.trim().replace(/\s+/g, ' ')] : entriesOf(value);
}

/** Whether a text is nothing but an object of plain values: a program's answer. */
export function isJsonRecord(text: string): boolean {
  return isRecord(parsed(text));
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Begins like JSON and is none: prose.
    return undefined;
  }
}

function isRecord(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((field) => typeof field !== 'object');
}

function entriesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(entriesOf);
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? [value] : [];
  const fields: readonly [name: string, value: unknown][] = Object.entries(value);
  const texts = fields.flatMap(([, field]) => (typeof field === 'string' && field.trim() !== '' ? [field] : []));
  const place = fields.map(([, field]) => placeIn(field)).find((one) => one !== '') ?? '';
  const own = texts.length === 0 ? [] : [`${texts.join(' — ')}${place === '' ? '' : ` (${place})`}`];
  const lists = fields.flatMap(([, field]) => (Array.isArray(field) ? entriesOf(field) : []));
  return [...own.map((line) => line.replace(/\s+/g, ' ')), ...lists];
}

/** `src/a.ts:12` from an object that holds a path and a line, however deep. */
function placeIn(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const path = Object.values(value).find((field): field is string => typeof field === 'string' && field.includes('/'));
  const line = /"(?:start|line|start_line)":(\d+)/.exec(JSON.stringify(value))?.[1];
  return path === undefined ? '' : `${path}${line === undefined ? '' : `:${line}`}`;
}
