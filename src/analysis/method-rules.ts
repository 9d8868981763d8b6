import { splitSentences } from './sentences.ts';

/** How the work is done and with what, said once for all of it. */
const METHODS = [
  // `follow @STYLE.md`: a file of instructions by its name.
  /\bfollow(?:ing)? (?:the )?(?:guidelines (?:in|of) |rules (?:in|of) )?@?[\w./-]+\.(?:md|mdc|txt|rst)\b/i,
  /^(?:please |also |and |important!? |note: ?)*we(?:['’]re| are) (?:only |always )?using (?!(?:it|this|that|them|these|those|the (?:same|wrong|old)|an? (?:lot|old))\b)[`\w@]/i,
  /\byou (?:don['’]?t|do not|won['’]?t|can['’]?t) have (?:any )?access to\b|\byou have no access to\b/i,
  /^(?:please |also |and |important!? )*we (?:don['’]?t|do not|never) (?:use|write|mock|commit) [`\w]/i,
  // `use uv as the package manager`, `use nix to manage dependencies`: a tool of the trade, not a part of what is built.
  /^(?:please |also |and |just |no,? |always |ok(?:ay)?,? )*use [`\w@./+ -]{2,30} (?:as|for|to (?:manage|run|build|install|test|lint|format)) (?:the |our |all |your |any )*(?:[\w-]+ )?(?:package managers?|dependenc(?:y|ies)|packages|test runner|build (?:tool|system)|builds|linter|linting|formatter|formatting|version manager|python|node|migrations|tests)\b/i,
  /^(?:please |also |and |then |be sure to |make sure (?:to|you) |always )*(?:commit|push|test|run|check|verify|report|stop)\b[^.?!]{0,80}\b(?:as|when|whenever|once|after|before|with|between|at the end of) (?:each|every)\b/i,
  /^as (?:you|we) (?:implement|build|write|add|change|work|develop|go)\b[^,.]{0,30}, \w/i,
  /^(?:only |run (?:it|them|that|this) )?(?:from|on) (?:this|my|the) [\w -]{2,30},? (?:and )?not (?:from|on|in) (?:the |my |a )?\w/i,
] as const;
const MAX_WORDS = 20;

/** Whether a sentence says by which method, tool or file of instructions all of the work is done. */
export function isMethod(sentence: string): boolean {
  return (
    sentence.split(/\s+/).length <= MAX_WORDS &&
    !/[?？]\s*$|\b(?:why|but it|yet|anymore|error|fails?|failing)\b/i.test(sentence) &&
    METHODS.some((method) => method.test(sentence))
  );
}

/** `**STRICTLY READ-ONLY**: Do **not** modify any files.` in the body of a command. */
const READ_ONLY =
  /^[-*>#\s]{0,8}(?:\w+ ){0,3}read-only\b.{0,20}?\b(?:do not|don['’]?t|never) (?:modify|edit|change|write|touch)\b/i;

/** How a prompt forbids all edits, wherever in it; empty where it does not. */
export function readOnly(prompt: string): string {
  const lines = prompt.split('\n').map((line) => line.replaceAll('**', ''));
  const [first = '', second = ''] = splitSentences(lines.find((line) => READ_ONLY.test(line)) ?? '');
  return READ_ONLY.test(first) ? first : `${first} ${second}`.trim();
}

/** Heads the list of what somebody in a role has to keep to. */
export const DUTIES =
  /^(?:#{1,6} |\*\*)?(?:(?:your|ground|hard|strict|important|critical|key|core|general) )?(?:rules?|constraints?|role|done criteria|definition of done)\b[^.?!]{0,40}[:*]*$/i;

/** `DONE CRITERIA: …` in one line: when the work of a brief counts as done. */
export function doneCriteria(brief: string): string[] {
  const said = /^[*#\s]{0,6}(?:done criteria|definition of done)\b[*\s]{0,4}:[*\s]{0,4}(\S.{11,280})$/im.exec(
    brief,
  )?.[1];
  return said === undefined ? [] : [`Done when: ${said.trim()}`];
}
