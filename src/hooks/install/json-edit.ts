import type { Insertion } from '../../agents/agent-settings.ts';
import { endOfBlank, type JsonChild, type JsonNode, parseJsonText } from './json-text.ts';
import type { Edit } from './text-edit.ts';

/** The edit that puts a value in and leaves every other byte alone. Undefined when something else stands in its place. */
export function insertionEdit(text: string, insertion: Insertion): Edit | undefined {
  const root = parseJsonText(text);
  return insertInto({ text, root, depth: 0 }, root, insertion);
}

interface Spot {
  readonly text: string;
  readonly root: JsonNode;
  readonly depth: number;
}

function insertInto(spot: Spot, node: JsonNode, { kind, path, value }: Insertion): Edit | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return node.kind === 'array' && kind === 'item' ? addChild(spot, node, { value }) : undefined;
  if (node.kind !== 'object') return undefined;
  const member = node.children.find((child) => child.key === key);
  const deeper = { ...spot, depth: spot.depth + 1 };
  if (member !== undefined) return insertInto(deeper, member.node, { kind, path: rest, value });
  const wrapped = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), kind === 'item' ? [value] : value);
  return addChild(spot, node, { key, value: wrapped });
}

function addChild(spot: Spot, parent: JsonNode, child: { readonly key?: string; readonly value: unknown }): Edit {
  const { text } = spot;
  const style = styleOf(spot);
  const inner = style.line + style.unit.repeat(spot.depth + 1);
  const body = JSON.stringify(child.value, null, style.unit).replaceAll('\n', inner);
  const written = child.key === undefined ? body : `${JSON.stringify(child.key)}: ${body}`;
  const last = parent.children.at(-1);
  if (last === undefined) {
    const removed = text.slice(parent.start + 1, parent.end - 1);
    // A comment is all that an empty pair of brackets may hold; it stays.
    const kept = removed.trim() === '' ? '' : removed.trimEnd();
    return {
      at: parent.start + 1,
      removed,
      inserted: `${kept}${inner}${written}${style.line}${style.unit.repeat(spot.depth)}`,
    };
  }
  return afterLast(spot, last, { parent, written, inner });
}

/** Behind the last child and what is said about it on its line. */
function afterLast(
  { text }: Spot,
  last: JsonChild,
  { parent, written, inner }: { readonly parent: JsonNode; readonly written: string; readonly inner: string },
): Edit {
  const tail = text.slice(last.node.end, parent.end - 1);
  const onOneLine = !text.slice(parent.start, parent.end).includes('\n');
  const comma = commaIn(tail);
  const remark = /^[^\n]*?(?=\s*(?:\n|$))/.exec(comma === undefined ? tail : tail.slice(comma + 1))?.[0] ?? '';
  const before = comma === undefined ? `,${remark}` : `${tail.slice(0, comma + 1)}${remark}`;
  const removed = comma === undefined ? remark : before;
  return {
    at: last.node.end,
    removed,
    inserted: `${before}${onOneLine ? ' ' : inner}${written}${comma === undefined ? '' : ','}`,
  };
}

/** The comma outside of comments. */
function commaIn(blank: string): number | undefined {
  const at = endOfBlank(blank, 0);
  return blank[at] === ',' ? at : undefined;
}

/** The edit that takes a child out, with the comma that it needed. */
export function removalEdit(text: string, parent: JsonNode, child: JsonChild): Edit {
  const at = parent.children.indexOf(child);
  const previous = parent.children[at - 1];
  const next = parent.children[at + 1];
  const end = child.node.end;
  const commaAfter = commaIn(text.slice(end, next?.start ?? parent.end - 1));
  const lineAbove = text.slice(0, child.start).trimEnd();
  // What stays on the child's line must not become part of a remark above it.
  const remarked = lineAbove.slice(lineAbove.lastIndexOf('\n') + 1).includes('//');
  const endsLine = /^[^\S\n]*\n/.test(text.slice(commaAfter === undefined ? end : end + commaAfter + 1));
  const blankStart = remarked && !endsLine ? child.start : lineAbove.length;
  if (previous === undefined && next !== undefined) return cut(text, child.start, next.start);
  if (commaAfter !== undefined) return cut(text, blankStart, end + commaAfter + 1);
  if (previous === undefined) {
    // Behind a remark the line has to end: it would take the bracket in.
    const onlyBlank = blankStart <= parent.start + 1 && text.slice(end, parent.end - 1).trim() === '';
    return cut(text, Math.max(blankStart, parent.start + 1), onlyBlank ? parent.end - 1 : end);
  }
  const comma = previous.node.end + (commaIn(text.slice(previous.node.end, child.start)) ?? 0);
  const removed = text.slice(comma, end);
  return { at: comma, removed, inserted: text.slice(comma + 1, blankStart) };
}

function cut(text: string, from: number, to: number): Edit {
  return { at: from, removed: text.slice(from, to), inserted: '' };
}

interface Style {
  /** The end of a line. */
  readonly line: string;
  readonly unit: string;
}

/** How the document is indented: as its first member is. */
function styleOf({ text, root }: Spot): Style {
  const line = text.includes('\r\n') ? '\r\n' : '\n';
  const first = root.children[0];
  const before = first === undefined ? '' : text.slice(text.lastIndexOf('\n', first.start) + 1, first.start);
  return { line, unit: before !== '' && before.trim() === '' ? before : '  ' };
}
