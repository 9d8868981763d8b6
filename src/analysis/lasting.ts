const RECOMMENDED =
  /\bmy recommendation\b|\bi(?:['’]d| would)? (?:strongly )?recommend\b|\bi(?:['’]d| would) (?:go with|pick|choose|start with)\b|^recommended(?: \w+)?:|\bbest (?:fit|option|choice)(?: here)?(?: is|:)/i;
/** `The first one` says nothing without the list that it is the first of. */
const OF_A_LIST = /\b(?:the (?:first|second|third|last|former|latter)|option \w|#\d|[A-H] (?:or|leaning|and) [A-H])\b/i;

const HAZARD =
  /\b(?:wiped|overwrote|overwritten|clobbered|concurrent (?:edit|change|overwrite|process)\w*|changes? (?:that )?i did(?:n['’]t| not) make|(?:did|was|were)(?:n['’]t| not) (?:made|done) by me|(?:edited|changed|refactored|reverted) (?:externally|by (?:the )?(?:user|linter|someone|another))|other (?:dirty|uncommitted|unrelated) (?:\w+ )?changes|no sudo|permission denied|not permitted|read-only|rate[- ]limit\w*|(?:is|are|was|were) (?:still )?blocked\b|blocked (?:in|by|here|from)|returns? (?:a |an )?(?:30[1-8]|40[0-9]|429|50[0-9])\b|(?:sandbox|environment|machine|browser|runner)\b.{0,60}\b(?:no|not|cannot|lacks?|\w+n['’]t)\b|(?:no|not|cannot|\w+n['’]t)\b.{0,80}\b(?:here|in this (?:sandbox|environment|session|machine|container)|on path)\b|WebFetch can['’]?t)\b/i;

/** What the agent advised, where the sentence names it. */
export function isRecommendation(text: string): boolean {
  return RECOMMENDED.test(text) && !OF_A_LIST.test(text);
}

/** What gets in the way of who works here next, whatever the work is. */
export function isHazard(text: string): boolean {
  return HAZARD.test(text);
}
