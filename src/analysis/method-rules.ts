/** How the work is done and with what, said once for all of it. */
const METHODS = [
  // `follow @STYLE.md`: a file of instructions by its name.
  /\bfollow(?:ing)? (?:the )?(?:guidelines (?:in|of) |rules (?:in|of) )?@?[\w./-]+\.(?:md|mdc|txt|rst)\b/i,
  /^(?:please |also |and |important!? |note: ?)*we(?:['’]re| are) (?:only |always )?using (?!(?:it|this|that|them|these|those|the (?:same|wrong|old)|an? (?:lot|old))\b)[`\w@]/i,
  /\byou (?:don['’]?t|do not|won['’]?t|can['’]?t) have (?:any )?access to\b|\byou have no access to\b/i,
  /^(?:please |also |and |important!? )*we (?:don['’]?t|do not|never) (?:use|write|mock|commit) [`\w]/i,
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
