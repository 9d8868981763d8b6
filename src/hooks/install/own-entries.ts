import { isDeepStrictEqual } from 'node:util';
import { type Insertion, isOurs } from '../../agents/agent-settings.ts';
import { removalEdit } from './json-edit.ts';
import { type JsonChild, type JsonNode, parseJsonText } from './json-text.ts';
import { applyEdit } from './text-edit.ts';

/** Members of a document in which entries of ours may be. */
const PLACES = new Set(['hooks', 'mcpServers', 'projects']);

/** The document without anything of ours, and without the brackets that held nothing else. */
export function withoutOwnEntries(text: string): string {
  let rest = text;
  for (let found = findOwn(rest); found !== undefined; found = findOwn(rest)) {
    rest = applyEdit(rest, removalEdit(rest, found.parent, found.child));
  }
  return rest;
}

/** Whether exactly these values of ours are in the document, each in its place. */
export function holdsExactly(text: string, insertions: readonly Insertion[]): boolean {
  const root = parseJsonText(text);
  const wanted = insertions.reduce((sum, { value }) => sum + countOwn(value), 0);
  return countOwn(root.value) === wanted && insertions.every((insertion) => isThere(root.value, insertion));
}

function isThere(value: unknown, { kind, path, value: wanted }: Insertion): boolean {
  const found = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value);
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

function findOwn(text: string): Removable | undefined {
  const root = parseJsonText(text);
  for (const child of root.children) {
    if (!PLACES.has(child.key ?? '')) continue;
    if (isAllOurs(text, child.node)) return { parent: root, child };
    const found = findBelow(text, child.node);
    if (found !== undefined) return found;
  }
  return undefined;
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
