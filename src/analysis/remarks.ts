/** How something looks or feels, without what it shall be instead. */
const LOOKS =
  /^(?:ew|ugh|eh|meh|hm+)\b|\bi (?:really )?(?:hate|dislike)\b|\b(?:is|are|looks?|seems?|feels?|got|its|it['’]s)(?: \w+){0,3} (?:too|kinda|kind of|pretty|weird|ugly|dull|faded|blurry|off|unclear|boring|confusing)\b|\bnot (?:\w+ )?enough\b/i;
/** Another round is wanted: nothing is settled yet. */
const NEGOTIATES =
  /\b(?:is|this|that|getting) closer\b|\bnot (?:really )?what i (?:want|had|was|mean|ask)|\b(?:give|show)(?: me)? (?:\w+ )?(?:more |multiple |other |some |a few )+\w*|\bkeep (?:brainstorming|thinking|going)\b|\blet['’]?s ?(?:brainstorm|talk|see|discuss)\b/i;
const WANTED = /\b(?:instead|rather|should|must|use|want|prefer|let['’]?s (?!brainstorm|talk|see|discuss))\b/i;

/** Whether words only say how something looks, or ask for another try: they settle nothing. */
export function isRemark(words: string): boolean {
  return NEGOTIATES.test(words) || (LOOKS.test(words) && !WANTED.test(words));
}
