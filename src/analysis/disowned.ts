import type { AgentSentence } from './agent-sentences.ts';

/** What an issue or a reviewer says is their claim; the agent's own words about it come after. */
const OTHERS =
  /^(?:the |this |that )?(?:\w+ )?(?:issue|ticket|report|review(?:er)?|comment|bot|description|thread|author)(?:['’]s \w+)? (?:says|said|claims?|claimed|states?|stated|asserts?|argues?|assumes?|suggests?)\b|^[\w`'’ -]{2,40} claims?\b/i;
const REFUTED =
  /^(?:but )?(?:that|this|it|which|both|neither)(?:['’]s| is| was| are| were)?(?: \w+){0,2} (?:wrong|false|incorrect|not (?:correct|right|true|so|the case)|untrue|outdated|mistaken)\b/i;
/** What it tells is put right in the same breath. */
const PUT_RIGHT =
  /\bi(?:['’]ve| have)? (?:now |also |just |then |therefore |already |so )*(?:corrected|fixed|repaired|reworded|addressed|resolved|adjusted|patched)\b/i;
/** It still has to be looked at. */
const UNCHECKED =
  /\bi (?:still )?(?:need|have|want) to (?:verify|check|confirm|test)\b|\b(?:not|never) (?:yet )?(?:verified|checked|tested)\b|\bi believe (?:it|so|that)\b|\bload-bearing assumption\b/i;

/** Whether the words around a sentence take it back, tell it for somebody else, or say that it is mended. */
export function isDisowned({ text, after }: AgentSentence): boolean {
  return OTHERS.test(text) || REFUTED.test(after) || PUT_RIGHT.test(`${text} ${after}`);
}

/** Whether the agent says in the same line that it has yet to look. */
export function isUnchecked({ after }: AgentSentence): boolean {
  return UNCHECKED.test(after);
}
