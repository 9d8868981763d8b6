import type { Delivery } from './deliveries.ts';
import type { CallView } from './session-view.ts';

const LOGGED = /^[*|\\/ ]*([0-9a-f]{7,12})(?: \([^)\n]*\))? (\S.*)$/gm;
/** What gives commits new ids. */
const REWRITES =
  /\bgit\b[^\n;&|]{0,80} (?:rebase|filter-branch|filter-repo)\b|\bgit\b[^\n;&|]{0,80} pull\b[^\n;&|]{0,80} (?:--rebase|-r)\b|\bgh stack (?:rebase|sync)\b|\bgt (?:restack|sync|modify|fold|squash|move)\b/;
const REWRITTEN = /^Successfully rebased|\(\d+\/\d+\)Successfully rebased/m;
const LEFT_ALONE = /\bis up to date\b|\bAlready up[- ]to[- ]date\b|--abort\b/i;
/** Shows what was, not what is. */
const OLD_LOG = /\breflog\b|\bORIG_HEAD\b|\bHEAD@/;
const MAX_SUBJECT = 40;

/** Commits as they are after a call: rebased ones have other ids, which a log may tell. */
export function renewIds(found: Delivery[], { call, failed }: CallView): void {
  const { command = '', output = '' } = call;
  if (found.length === 0 || call.action !== 'command') return;
  const rewrites = REWRITES.test(command) || REWRITTEN.test(output);
  if (rewrites && !failed && !LEFT_ALONE.test(`${command}\n${output}`))
    for (const [at, { id: _, ...rest }] of found.entries()) found[at] = rest;
  if (!OLD_LOG.test(command) && /\bg(?:it|t|h)\b/.test(command)) takeLogged(found, output);
}

/** The newest is first; of two commits with the same words nobody can say which one it is. */
function takeLogged(found: Delivery[], output: string): void {
  const ids = new Map<string, string>();
  for (const [, id = '', text = ''] of output.matchAll(LOGGED)) if (!ids.has(keyOf(text))) ids.set(keyOf(text), id);
  if (ids.size === 0) return;
  for (const [at, one] of found.entries()) {
    const id = ids.get(keyOf(one.text));
    const isAlone = found.filter((other) => keyOf(other.text) === keyOf(one.text)).length === 1;
    if (one.what === 'commit' && id !== undefined && isAlone) found[at] = { ...one, id };
  }
}

function keyOf(text: string): string {
  return text.slice(0, MAX_SUBJECT);
}
