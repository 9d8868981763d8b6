import { ownProperty } from '../core/own-property.ts';

/** Past forms in which agents report, and the verb a summary begins with. */
const PAST: Readonly<Record<string, string>> = {
  added: 'Add',
  adjusted: 'Adjust',
  applied: 'Apply',
  bumped: 'Bump',
  built: 'Build',
  changed: 'Change',
  cleaned: 'Clean',
  completed: 'Complete',
  converted: 'Convert',
  created: 'Create',
  deleted: 'Delete',
  documented: 'Document',
  enabled: 'Enable',
  expanded: 'Expand',
  extended: 'Extend',
  extracted: 'Extract',
  fixed: 'Fix',
  implemented: 'Implement',
  improved: 'Improve',
  installed: 'Install',
  introduced: 'Introduce',
  made: 'Make',
  merged: 'Merge',
  migrated: 'Migrate',
  moved: 'Move',
  optimized: 'Optimize',
  refactored: 'Refactor',
  removed: 'Remove',
  renamed: 'Rename',
  replaced: 'Replace',
  resolved: 'Resolve',
  restored: 'Restore',
  reverted: 'Revert',
  rewrote: 'Rewrite',
  simplified: 'Simplify',
  split: 'Split',
  switched: 'Switch',
  updated: 'Update',
  upgraded: 'Upgrade',
  verified: 'Verify',
  wired: 'Wire',
  wrote: 'Write',
};

const MORE_VERBS =
  'address analyze answer attach audit avoid benchmark bootstrap bring bundle check clarify close collect combine commit compare configure connect ' +
  'consolidate copy count cover critique cut debug define delegate describe design detect diagnose dig disable dive do document draft drop emit encrypt ensure evaluate execute explain explore export ' +
  'expose fetch figure find finish flatten follow format generate get give handle harden hide honor import incorporate initialize inspect ' +
  'integrate investigate keep launch let limit link list load log look lower make map measure mock normalize open organize paginate parse patch ' +
  'pass perform pin plan polish port prepare prevent print process profile propose protect provide prune publish pull push put raise read ' +
  'rebase recover redesign reduce refine reject release remediate render reorganize report reproduce research reset rethink retry review revise revoke rotate run save scaffold scan search ' +
  'secure send separate spawn rework redo adapt adopt archive assess set setup ship show skip sort start stop store style suggest summarize support sync take tell test think ' +
  'throttle throw tighten track translate trigger trim try tune turn understand undo unify use validate verify wrap write';

const VERBS = new Set([...Object.values(PAST).map((verb) => verb.toLowerCase()), ...MORE_VERBS.split(' ')]);

const LEAD_IN =
  /^(?:(?:hi|hello|hey)\b[ ,!]*(?:claude|codex|gemini|there)?[ ,.!]*|(?:please|kindly|ok(?:ay)?|so|now|great|thanks|thank you|yes|also|and|then|hmm|well|first|next|just)\b[,.!:]? +|(?:can|could|would|will) (?:you|we)(?: please)?(?: also)?(?: just)? +|i(?:['’]d| would)? (?:want|like|need)(?: you)? to +(?:be able to +)?|i think we (?:can|should|could)(?: also)? +|we(?:['’]d| would)? (?:need|have|want|like) to +|(?:we|you) should +|let['’]?s +|let us +|help me (?:to |with )?|go ahead and +|(?:your|the|my|our) (?:next |first |other |new |main |last |big |only )*(?:task|job|goal|mission|thing|step)(?: is|:)(?: that| to)? +|how about we +|try to +|(?!(?:only|apply|reply|supply|comply|rely)\b)[a-z]{3,}ly,? +(?=[a-z-]+ )|\(?[A-D1-9][).] +|further +|while (?:that|this|it)(?:(?:['’]s| is)\b[^,]{0,40},| \w+,?) +|- +)/i;

/** The sentence as an order, such as `Fix the login form`; empty when it is none. */
export function asImperative(sentence: string): string {
  let rest = sentence.trim();
  for (let lead = LEAD_IN.exec(rest); lead && lead[0] !== ''; lead = LEAD_IN.exec(rest))
    rest = rest.slice(lead[0].length);
  rest = rest.replace(/^instead of ([^,]{3,80}), (\w+ .+?)[.!]?$/i, '$2 instead of $1');
  rest = rest.replace(/^(?:be|make) sure(?: that)? (?=\S)/i, 'ensure ');
  rest = rest.replace(/^(\w+) (?:me|us) (?=an? |the |some |how |\w+s )/i, '$1 ').replace(/[\s.!?:,;]+$/, '');
  const first = /^(?:re-)?([A-Za-z]+)(?!_)\b/i.exec(rest)?.[1] ?? '';
  // `SKIP refs/heads/main` was printed by a program, `do we need …` asks.
  // `Pull request template` names a thing, `expand: more options` explains a word.
  if (/^pull request/i.test(rest) || /^\w+:/.test(rest)) return '';
  // `Read *and* write both` names no object.
  if (/^\w+ \W*(?:and|or)\W* \w+(?: both)?$/i.test(rest)) return '';
  if (/^[A-Z]{2,}$/.test(first) || /^(?:do|have|are|is) (?:i|we|you|they|it)\b/i.test(rest)) return '';
  if (!VERBS.has(first.toLowerCase())) return inner(sentence);
  if (rest.split(' ').length < 2) return '';
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** `the repo was renamed, can you change the imports?` and `it is slow, please add a cache` order at their end. */
function inner(sentence: string): string {
  const rest =
    /.\b(?:(?:can|could|would) (?:you|we) (?:please |also |just )*|(?:p\w?l[eaos]{1,4}se|pls|plz) )(\w+ .+)$/i.exec(
      sentence,
    )?.[1];
  return rest === undefined ? '' : asImperative(rest);
}

/** What somebody wants who asks how to get there: `What do I need to do to fix the path?` → `Fix the path`. */
export function questionAsImperative(sentence: string): string {
  const rest =
    /^(?:so |and |ok,? )*(?:what do (?:i|we) (?:need|have) to do to|how (?:do|can|should|would) (?:i|we)|is there (?:any|a) way to) (.+)$/i.exec(
      sentence,
    )?.[1];
  return rest === undefined ? '' : asImperative(rest);
}

/** A report such as `Added the parser` as an order; empty when it is none. */
export function reportAsImperative(sentence: string): string {
  const text = sentence
    .replace(
      /^(?:done[.!:—–-]*|all (?:set|done)[.!]*|i(?:['’]ve| have)?(?: successfully| now)?|successfully|now) +/i,
      '',
    )
    .trim();
  const first = /^[A-Za-z]+/.exec(text)?.[0] ?? '';
  const verb = ownProperty(PAST, first.toLowerCase());
  // `Verified: all green` and `Created and claimed a ticket` say how it went, not what it was.
  if (verb === undefined || text.split(' ').length < 2 || /^\w+(?::| and \w+ed\b)/.test(text)) return '';
  return `${verb}${text.slice(first.length)}`.replace(/[\s.!?:,;]+$/, '');
}
