import type { Z } from './tool.ts';

// A note is refused above 64 KiB, and quoting may double a text.
const MAX_WORDS_LENGTH = 32_000;
const CONTROL =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const clean = (text: string) => !CONTROL.test(text);
const NOT_CLEAN = 'it has control characters or broken Unicode; leave them out';

/** Words for people: anything that can be read. */
export function words(z: Z, about: string) {
  return z.string().max(MAX_WORDS_LENGTH).refine(clean, NOT_CLEAN).describe(about);
}

export function wordList(z: Z, about: string) {
  const item = z.string().min(1).max(8000).refine(clean, NOT_CLEAN);
  return z.array(item).max(200).describe(about);
}

/** A short text such as a branch or a search word. */
export function shortText(z: Z, about: string) {
  return z.string().min(1).max(500).refine(clean, NOT_CLEAN).describe(about);
}

/** A checkpoint as a model may write it, number or text. */
export function checkpointId(z: Z, about = 'Which checkpoint') {
  const forms = '42, #42, CHECKPOINT-00042, latest, latest~2 or a uid';
  return z.union([z.string().min(1).max(40), z.int().min(1)]).describe(`${about}: ${forms}`);
}

export function paths(z: Z, about: string) {
  return z.array(z.string().min(1).max(4096)).min(1).max(200).describe(about);
}

export function limit(z: Z, most: number, usual: number) {
  return z.int().min(1).max(most).default(usual).describe(`At most this many; ${usual} when left out`);
}

export function offset(z: Z, about: string) {
  return z.int().min(0).max(1_000_000_000).default(0).describe(`${about}; take nextOffset of the answer before`);
}

/** Where the next page begins; absent on the last one. */
export function nextOffset(z: Z) {
  return z.int().optional().describe('Pass it as offset to read on; absent when this was all');
}

/** How a file differs. */
export function fileChange(z: Z) {
  return z.object({
    path: z.string(),
    status: z.enum(['added', 'modified', 'deleted', 'renamed', 'type']),
    from: z.string().optional(),
    added: z.int(),
    removed: z.int(),
    binary: z.boolean().optional(),
  });
}

export function totals(z: Z) {
  return z.object({ files: z.int(), added: z.int(), removed: z.int() });
}
