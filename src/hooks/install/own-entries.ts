import { isDeepStrictEqual } from 'node:util';
import { type Insertion, isOurs } from '../../agents/agent-settings.ts';
import { removalEdit } from './json-edit.ts';
import { type JsonChild, type JsonNode, parseJsonText } from './json-text.ts';
import { applyEdit } from './text-edit.ts';

type Path = readonly string[];

/** Members of a document in which entries of ours are, when the installation has none of its own. */
const PLACES: readonly Path[] = [['hooks'], ['mcpServers'], ['mcp']];

const placesFor = (within: Path | undefined) => (within === undefined ? PLACES : [within]);

/** The document without anything of ours below a member, and without the brackets that held nothing else. */
export function withoutOwnEntries(text: string, within?: Path): string {
  let rest = text;
  for (let found = findOwn(rest, within); found !== undefined; found = findOwn(rest, within)) {
    rest = applyEdit(rest, removalEdit(rest, found.parent, found.child));
  }
  return rest;
}

/** Whether exactly these values of ours are in the document, each in its place. */
export function holdsExactly(text: string, insertions: readonly Insertion[], within?: Path): boolean {
  const { value } = parseJsonText(text);
  const wanted = insertions.reduce((sum, insertion) => sum + countOwn(insertion.value), 0);
  const there = placesFor(within).reduce((sum, place) => sum + countOwn(valueAt(value, place)), 0);
  return there === wanted && insertions.every((insertion) => isThere(value, insertion));
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], value);
}

/** Whether a value stands in its place already. */
export function isThere(value: unknown, { kind, path, value: wanted }: Insertion): boolean {
  const found = valueAt(value, path);
  if (kind === 'member') return isDeepStrictEqual(found, wanted);
  return Array.isArray(found) && found.some((item) => isDeepStrictEqual(item, wanted));
}

function countOwn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (isOurs(value)) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + countOwn(inner), 0);
}

interface Removable {
  readonly parent: JsonNode;
  readonly child: JsonChild;
}

function findOwn(text: string, within: Path | undefined): Removable | undefined {
  const root = parseJsonText(text);
  for (const place of placesFor(within)) {
    const found = findAt(text, root, place);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findAt(text: string, parent: JsonNode, [key, ...rest]: Path): Removable | undefined {
  const child = parent.children.find((one) => one.key === key);
  if (child === undefined) return undefined;
  if (holdsOnly(child.node, rest) && isAllOurs(text, child.node)) return { parent, child };
  return rest.length > 0 ? findAt(text, child.node, rest) : findBelow(text, child.node);
}

/** Whether there is nothing beside the members on the way to a place. */
function holdsOnly({ children }: JsonNode, [key, ...rest]: Path): boolean {
  const [child] = children;
  return key === undefined || (children.length === 1 && child?.key === key && holdsOnly(child.node, rest));
}

function findBelow(text: string, parent: JsonNode): Removable | undefined {
  for (const child of parent.children) {
    if (isAllOurs(text, child.node)) return { parent, child };
    const found = findBelow(text, child.node);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An entry of ours, or brackets around such entries only. Empty brackets are the user's, and so are those with a remark. */
function isAllOurs(text: string, node: JsonNode): boolean {
  if (isOurs(node.value)) return true;
  // A group names its matcher beside its hooks.
  const hooks = node.children.find(({ key, node: inner }) => key === 'hooks' && inner.kind === 'array');
  if (hooks !== undefined) return isAllOurs(text, hooks.node);
  if (node.children.length === 0 || hasRemark(text, node)) return false;
  return node.children.every((child) => isAllOurs(text, child.node));
}

function hasRemark(text: string, { start, children }: JsonNode): boolean {
  const starts = children.map((child) => child.start);
  const ends = [start + 1, ...children.map(({ node }) => node.end)];
  return starts.some((from, at) => text.slice(ends[at], from).includes('/'));
}
