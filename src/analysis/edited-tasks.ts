import type { Todo } from '../core/session.ts';
import { type CallView, samePath } from './session-view.ts';

/** What the edits since the list was touched say of one of its tasks. */
export interface EditedTask {
  readonly todo: Todo;
  /** The newest edit of what the task names; undefined when there is none. */
  readonly named: CallView | undefined;
  /** All that the task names was edited, and after it other things. */
  readonly isPassed: boolean;
}

/** So many edits later, a list is no picture of the work. */
export const MANY_EDITS = 12;
/** So many edits of other things later, the agent is not at a task any more. */
const MIN_SINCE = 2;
/** One word alone may be in any task. */
const MIN_WORDS = 2;

/**
 * Which tasks the edits are for, by the files and symbols that they name; for a list that nobody touched for many edits, also
 * by the words that their files are called by.
 */
export function editedTasks(todos: readonly Todo[], edits: readonly CallView[]): EditedTask[] {
  return todos.map((todo) => {
    const isEdit = !NO_EDIT.test(withoutLabel(todo.text));
    const places = (isFor: (edit: CallView) => boolean) =>
      isEdit ? edits.flatMap((edit, at) => (isFor(edit) && !isOnlyTest(edit, todo) ? [at] : [])) : [];
    const named = namesOf(todo.text).map((name) => places((edit) => names(name, edit)));
    const called = edits.length < MANY_EDITS ? [] : places((edit) => calledBy(todo, edit).length > 0);
    const words = new Set(called.flatMap((at) => calledBy(todo, edits[at])));
    const isWhole = named.length > 0 ? named.every((some) => some.length > 0) : words.size >= MIN_WORDS;
    const last = Math.max(...named.flat(), ...called);
    return {
      todo,
      named: edits[Math.max(-1, ...named.flat())],
      isPassed: isWhole && edits.length - 1 - last >= MIN_SINCE,
    };
  });
}

/** `T005: Align the routes` */
function withoutLabel(text: string): string {
  return text.replace(/^(?:\W*\w{1,6}\d+\w?\W*[:.)–-]\s*|\d+[.)]\s*)/, '');
}

/** What no edit can do. */
const NO_EDIT =
  /^(?:re-?)?(?:run|verif|test|validat|check|commit|push|deploy|review|build|confirm|ensure|report|investigat|analy[sz]|research|explor|read|find|look|final|manual)\w*\b/i;

type Name = { readonly kind: 'path' | 'symbol'; readonly text: string };

/** Paths, words in code marks, and words that are only written so in code. */
function namesOf(task: string): Name[] {
  const paths = task.match(PATH) ?? [];
  const rest = task.replace(PATH, ' ');
  const symbols = [
    ...[...rest.matchAll(/`([A-Za-z_][\w.-]{2,60})(?:\(\))?`/g)].map(([, name = '']) => name),
    ...(rest.match(SYMBOL) ?? []),
  ];
  return [
    ...[...new Set(paths)].map((text) => ({ kind: 'path', text }) as const),
    ...[...new Set(symbols)].map((text) => ({ kind: 'symbol', text }) as const),
  ];
}

const PATH = /[\w.@[\]-]+(?:\/[\w.@[\]-]+)*\.[a-z]{1,5}\b/gi;
/** `ProjectEntry`, `mapRepoToProject`, `tree_service` */
const SYMBOL = /\b(?:[a-z]+(?:[A-Z][a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[a-z]+(?:_[a-z0-9]+)+)\b/g;

function names({ kind, text }: Name, { paths, call }: CallView): boolean {
  if (kind === 'path') return paths.some((path) => samePath(path, text));
  const isNamed = new RegExp(`(?<![\\w.])${text.replaceAll('.', '\\.')}(?!\\w)`);
  return paths.some((path) => stemOf(path) === text) || isNamed.test(call.change?.added ?? '');
}

/** `Scaffold the tree stores` is about `treeStore.ts`: the words of the names that are all in the task. */
function calledBy({ text }: Todo, edit: CallView | undefined): string[] {
  return (edit?.paths ?? []).flatMap((path) => {
    const parts = partsOf(stemOf(path));
    return parts.every((part) => isIn(text, part)) ? parts : [];
  });
}

/** How many parts of the paths of these edits a task speaks of: `Implement the kernel` is about `kernel/src/lib.rs`. */
export function commonParts({ text }: Todo, edits: readonly CallView[]): number {
  const parts = new Set(edits.flatMap(({ paths }) => paths.flatMap(partsOf)));
  return [...parts].filter((part) => isIn(text, part)).length;
}

/** What folders and files are called everywhere. */
const ANYWHERE = new Set(['src', 'lib', 'test', 'tests', 'main', 'index', 'mod', 'docs', 'file', 'page', 'data']);

/** The words in the names on a path, without its ending. */
function partsOf(path: string): string[] {
  const words = path
    .replace(/\.[a-z]{1,5}$/i, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return (words.match(/[\p{L}\p{N}]{2,}/gu) ?? []).filter((word) => !ANYWHERE.has(word));
}

/** `stores` and `store` are one. */
function isIn(text: string, part: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return words.some((word) => word.replace(/s$/, '') === part.replace(/s$/, ''));
}

const TEST = /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)/i;

/** Tests of what a task is about are another task. */
function isOnlyTest({ paths }: CallView, { text }: Todo): boolean {
  return paths.every((path) => TEST.test(path)) && !/\b(?:tests?|specs?)\b/i.test(text);
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');
}
