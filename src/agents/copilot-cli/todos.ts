import type { Todo } from '../../core/session.ts';

/** A value in quotes, in which a quote is written twice; or a word. */
const VALUE = /'((?:[^']|'')*)'|([\w.+-]+)/g;
const INSERT = /INSERT(?:\s+OR\s+\w+)?\s+INTO\s+todos\s*\(([^)]*)\)\s*VALUES\s*([\s\S]*)$/i;
const UPDATE = /^UPDATE\s+todos\s+SET\s+([\s\S]*?)(?:\s+WHERE\s+([\s\S]*))?$/i;
const DELETE = /^DELETE\s+FROM\s+todos(?:\s+WHERE\s+([\s\S]*))?$/i;
const MAX_QUERY = 100_000;

/** The task list after a query: this agent keeps its tasks in a database that it writes SQL for. */
export function todosAfter(todos: readonly Todo[], query: string): readonly Todo[] {
  return statementsIn(query.slice(0, MAX_QUERY)).reduce(applyStatement, todos);
}

/** Parts of a query between semicolons outside of quotes. */
function statementsIn(query: string): string[] {
  return (query.match(/(?:'(?:[^']|'')*'|[^;'])+/g) ?? []).map((statement) => statement.trim());
}

function applyStatement(todos: readonly Todo[], statement: string): readonly Todo[] {
  const insert = INSERT.exec(statement);
  if (insert !== null) return inserted(todos, insert[1] ?? '', insert[2] ?? '');
  const update = UPDATE.exec(statement);
  if (update !== null) return updated(todos, update[1] ?? '', update[2]);
  const removal = DELETE.exec(statement);
  return removal === null ? todos : todos.filter((todo) => !isMeant(todo, removal[1]));
}

function inserted(todos: readonly Todo[], columns: string, rows: string): readonly Todo[] {
  const names = columns.split(',').map((name) => name.trim().toLowerCase());
  const added = (rows.match(/\((?:'(?:[^']|'')*'|[^()'])*\)/g) ?? []).map((row) => {
    const values = valuesIn(row);
    const at = (name: string) => values[names.indexOf(name)] ?? '';
    return todoOf({ id: at('id'), title: at('title'), description: at('description'), status: at('status') });
  });
  const ids = new Set(added.map(({ id }) => id));
  return [...todos.filter(({ id }) => id === undefined || !ids.has(id)), ...added];
}

function todoOf(row: { id: string; title: string; description: string; status: string }): Todo {
  return {
    ...(row.id === '' ? {} : { id: row.id }),
    text: row.title || row.id,
    ...(row.description === '' ? {} : { description: row.description }),
    status: statusOf(row.status),
  };
}

function updated(todos: readonly Todo[], changes: string, where: string | undefined): readonly Todo[] {
  const status = /\bstatus\s*=\s*'([^']*)'/i.exec(changes)?.[1];
  const title = /\btitle\s*=\s*'((?:[^']|'')*)'/i.exec(changes)?.[1]?.replaceAll("''", "'");
  return todos.map((todo) =>
    isMeant(todo, where)
      ? {
          ...todo,
          ...(status === undefined ? {} : { status: statusOf(status) }),
          ...(title === undefined ? {} : { text: title }),
        }
      : todo,
  );
}

/** Conditions on the id or the status are understood; of any other it is not known whom they mean. */
function isMeant({ id = '', status }: Todo, where: string | undefined): boolean {
  if (where === undefined) return true;
  const [, column = '', values = ''] = /^\s*(id|status)\s*(?:=|IN)\s*([\s\S]+)$/i.exec(where) ?? [];
  const wanted = valuesIn(values);
  if (column.toLowerCase() === 'id') return wanted.includes(id);
  return column !== '' && wanted.map(statusOf).includes(status);
}

function valuesIn(text: string): string[] {
  return [...text.matchAll(VALUE)].map(([, quoted, word = '']) => quoted?.replaceAll("''", "'") ?? word);
}

function statusOf(status: string): Todo['status'] {
  if (status === 'done' || status === 'completed') return 'completed';
  return status === 'in_progress' ? 'in_progress' : 'pending';
}
