import type { Artifact } from '../core/note.ts';
import { BOUNDS } from './bounds.ts';
import type { ChangedFile } from './changes.ts';
import { asImperative } from './imperative.ts';
import { cutWords, splitSentences, withoutPastes } from './sentences.ts';
import { type CallView, isEdit, type SessionView, samePath } from './session-view.ts';

const DECLARED =
  /(?:^|\n)[ \t]*(?:export |default |public |private |protected |static |async |pub(?:\([a-z]+\))? |abstract |final )*(?:function\*?|class|interface|type|enum|const|def|func(?:\s*\([^)\n]{0,60}\))?|fn|struct|trait|module)\s+([A-Za-z_$][\w$]{2,})/g;
const HEADING = /(?:^|\n)#{1,4} ([^\n]{3,})/g;

const LONGEST_NAME = 60;

/** The files git sees changed, each with what the session's edits did to it. */
export function describeArtifacts(changes: readonly ChangedFile[], view?: SessionView): Artifact[] {
  const edits = view?.calls.filter(isEdit) ?? [];
  const byName = groupByName(edits);
  const touched = (path: string) =>
    (byName.get(nameOf(path)) ?? []).filter((entry) => entry.paths.some((edited) => samePath(edited, path)));
  const known = changes.map((change) => ({ change, edits: touched(change.path) }));
  // Files the session worked on come first: a build may have changed a thousand others.
  const ordered = [...known.filter((one) => one.edits.length > 0), ...known.filter((one) => one.edits.length === 0)];
  return ordered.slice(0, BOUNDS.artifacts.count).map(({ change, edits: own }) => ({
    ...change,
    change: cutWords(editPhrase(own, change.path), BOUNDS.artifacts.length),
  }));
}

/** Two spellings of one path have the name in common; so thousands of files need not be held against thousands of edits. */
function groupByName(edits: readonly CallView[]): Map<string, CallView[]> {
  const groups = new Map<string, CallView[]>();
  for (const entry of edits) {
    for (const name of new Set(entry.paths.map(nameOf))) {
      const group = groups.get(name) ?? [];
      group.push(entry);
      groups.set(name, group);
    }
  }
  return groups;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** What was declared, changed or taken away; else what the agent said before it edited. */
function editPhrase(edits: readonly CallView[], path: string): string {
  const form = /\.(?:md|mdx|rst|adoc)$/i.test(path) ? HEADING : DECLARED;
  const added = declared(edits.map(({ call }) => call.change?.added ?? '').join('\n'), form);
  const removed = declared(edits.map(({ call }) => call.change?.removed ?? '').join('\n'), form);
  const parts = [
    list(
      'adds',
      added.filter((name) => !removed.includes(name)),
    ),
    list(
      'changes',
      added.filter((name) => removed.includes(name)),
    ),
    list(
      'removes',
      removed.filter((name) => !added.includes(name)),
    ),
  ].filter((part) => part !== '');
  if (parts.length > 0) return parts.join('; ');
  return announced(edits.at(-1)?.said ?? '');
}

/** `Good. Now let me update the call site:` → `update the call site` */
function announced(said: string): string {
  const lead =
    /^(?:now|next|then|first|finally|also|ok(?:ay)?)?[, ]*(?:let me|i(?:['’]ll| will|['’]m going to)|we(?:['’]ll| will))? *(?:now |also |then )?/i;
  const orders = splitSentences(withoutPastes(said)).map((sentence) => asImperative(sentence.replace(lead, '')));
  return cutWords(orders.findLast((order) => order !== '') ?? '', 110).replace(/^[A-Z]/, (letter) =>
    letter.toLowerCase(),
  );
}

function declared(text: string, form: RegExp): string[] {
  return [...new Set([...text.matchAll(form)].map((match) => cutWords(match[1] ?? '', LONGEST_NAME)))];
}

function list(verb: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  return `${verb} ${names.slice(0, 4).join(', ')}${names.length > 4 ? ` and ${names.length - 4} more` : ''}`;
}
