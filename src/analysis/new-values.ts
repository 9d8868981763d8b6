const CHANGE =
  /^(.*?\b(change|set|make|move|raise|lower|increase|reduce|bump|rename)\b[^.?!]{1,60}? (?:to|into) )\S.*$/i;
const ANEW =
  /^(?:(?:no|ok(?:ay)?|actually|wait|hmm|please|now|and|then)[\s,.]+)*(change|set|make|move|raise|lower|increase|reduce|bump|rename) (?:it|that|this|them) (?:back )?(?:to|into) (\S[^?]{0,80})$/i;

/** `change the limit of the first page to ` of `change the limit of the first page to 20`; empty when nothing is set to a value. */
export function valueTopic(decision: string): string {
  return CHANGE.exec(decision)?.[1] ?? '';
}

/** `change it to 30` in the words of the decision before that set it to another value; undefined when it is none of that. */
export function withNewValue(words: string, topic: string): string | undefined {
  const [, verb = '', value = ''] = ANEW.exec(words.trim()) ?? [];
  const before = CHANGE.exec(`${topic}…`)?.[2];
  return before !== undefined && verb.toLowerCase() === before.toLowerCase() ? `${topic}${value}` : undefined;
}
