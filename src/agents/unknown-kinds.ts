import type { DraftState } from './draft-state.ts';
import { type JsonObject, objectAt, textAt } from './json-value.ts';
import { keptText } from './kept-text.ts';

const MAX_KINDS = 20;
const MAX_NAME = 80;

/** Counts a record that nobody knows; names the kinds that come first. */
export function countUnknown(counts: DraftState['counts'], record: JsonObject): void {
  counts.unknown += 1;
  const kind = kindOf(record);
  const kinds = counts.kinds ?? [];
  const known = kinds.find((one) => one.kind === kind);
  if (known !== undefined) counts.kinds = kinds.map((one) => (one === known ? { kind, count: one.count + 1 } : one));
  else if (kinds.length < MAX_KINDS) counts.kinds = [...kinds, { kind, count: 1 }];
}

/** The types that a record names, from the outside in. */
function kindOf(record: JsonObject): string {
  const payload = objectAt(record, 'payload');
  const types = [record, payload, objectAt(payload, 'item')].map((part) => textAt(part, 'type'));
  return keptText(types.filter((type) => type !== '').join(' '), MAX_NAME) || 'no kind';
}
