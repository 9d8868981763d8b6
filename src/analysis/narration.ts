/** What is about to be done, or is being done. */
const NARRATION =
  /^(?:(?:ok(?:ay)?|now|next|then|so|great|good|perfect|excellent|alright|right|first(?:ly)?|finally|also|and|but|hmm|wait|sure|yes|no|done|let['’]s see)[,.!: —-]+)*(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|i am going to|i need to|i should|i want to|i can|i['’]m (?:now |also |just |next )?(?:\w+ing|about)\b|i am \w+ing\b|if you (?:want|like|prefer)|if you['’]d like|(?:checking|reading|looking|running|searching|starting|updating|adding|writing|creating|fixing|building|waiting|committing|pushing|rerunning|re-running|exploring|inspecting)\b|time to|moving on|here(?:['’]s| is| are)|below (?:is|are)|to (?:do|fix|check|verify|see|understand) )/i;

/** `Now update the tests.` */
const NOW_DOING =
  /^(?:(?:ok(?:ay)?|good|great|perfect|right)[,.!]+ )?(?:now|next|then),? (?:add|remove|replace|update|create|write|fix|run|check|verify|wire|move|rename|implement|refactor|build|test|commit|read|make|do) /i;

/** Whether a sentence only announces what the agent does, and says nothing that it found out. */
export function isNarration(sentence: string): boolean {
  return NARRATION.test(sentence) || NOW_DOING.test(sentence);
}
