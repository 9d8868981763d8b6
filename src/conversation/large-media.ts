import { isObject, type JsonObject } from '../agents/json-value.ts';

/** Longer images and documents are replaced; the words about them stay. */
const MAX_MEDIA_LENGTH = 96 * 1024;

/** One transparent pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
/** A page with nothing on it. */
const PAGE = Buffer.from(
  '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
).toString('base64');

const NOTE = Buffer.from('This file was too large to be kept.\n').toString('base64');

/** The fields in which agents say of what kind a `data` beside them is. */
const KINDS = ['media_type', 'mimeType', 'mime_type'];

/** Puts a placeholder of the same kind where a record has an image or a document that is too long to keep. */
export function replaceLargeMedia(record: JsonObject): JsonObject {
  return replaceIn(record) as JsonObject;
}

/** Answers the same value where nothing in it is replaced. */
function replaceIn(value: unknown): unknown {
  if (typeof value === 'string') return replaceUrl(value);
  if (Array.isArray(value)) {
    const items = value.map(replaceIn);
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(replaceData(value)).map(([key, item]) => [key, replaceIn(item)] as const);
  return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value;
}

function replaceData(object: JsonObject): JsonObject {
  const kind = KINDS.find((name) => typeof object[name] === 'string');
  const data = object['data'];
  if (kind === undefined || typeof data !== 'string' || data.length <= MAX_MEDIA_LENGTH) return object;
  if (String(object[kind]).startsWith('image/')) return { ...object, [kind]: 'image/png', data: PIXEL };
  if (object[kind] === 'application/pdf') return { ...object, data: PAGE };
  return { ...object, [kind]: 'text/plain', data: NOTE };
}

function replaceUrl(text: string): string {
  if (text.length <= MAX_MEDIA_LENGTH || !text.startsWith('data:')) return text;
  if (text.startsWith('data:image/')) return `data:image/png;base64,${PIXEL}`;
  if (text.startsWith('data:application/pdf')) return `data:application/pdf;base64,${PAGE}`;
  return /^data:[\w.+-]+\/[\w.+-]+;base64,/.test(text) ? `data:text/plain;base64,${NOTE}` : text;
}
