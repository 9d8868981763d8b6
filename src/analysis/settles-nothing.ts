/** How something went, and not what it shall be. */
const REPORTS =
  /\b(?:doesn|isn|wasn|didn|aren|don|won|can)['’]?t (?:seem to |even |really )*(?:work|show|load|open|appear|start|run|save|build|compile|respond|update|display|render|exist|happen)\w*\b|\b(?:not|never) (?:work|show|load|appear|start|sav|respond|updat|display|render)(?:s|ed|e?ing)?\b|\b(?:it['’]?s|it is|i['’]?m|i am) still (?:not\b|no\b|\w+ing\b)|\bstill (?:not|no|get|gets|getting|see|seeing|gives?|shows?|fails?|failing|says?|broken|the same)\b|\bkeeps? \w+ing\b|\b(?:i(?:['’]?ve| have|ve)?|we(?:['’]ve| have)?) (?:\w+ ){0,2}(?:tried|tested)\b/i;

/** How the talk itself is to go: over with the talk. */
const OF_THE_TALK =
  /^(?:[\w ]{1,12}[,.!] ?)*(?:(?:let['’]?s|please|just|can we|we can) )*(?:(?:go|ask|take|do|answer) )?(?:through )?(?:them |these |those |it |the questions? |questions? )?(?:one|1)(?: question| by one|[- ]at[- ]a[- ]time)\b|\bmultiple[- ]choice\b|\bask me\b|\b(?:stick (?:with|to)|stay (?:with|on)|back to|move on to|skip to|start with) (?:the )?(?:question|q|point) ?#?\d/i;

/** An entry of a form that takes none of its options. */
const NO_OPTION = /^(?:none(?: of (?:the above|these|them|those))?|other|something else|n\/a|not applicable)\W*$/i;

/** `and I have no other documents` */
const NO_MORE =
  /\b(?:no|not any|don['’]?t have any|without any) (?:other|more|further|additional) \w+|\bnothing (?:else|more|to add)\b|\bpas d['’]autres?\b|\brien (?:d['’]autre|à ajouter)\b|\bkeine? weiteren?\b|\bnada más\b|\bno (?:hay|tengo) (?:más|otr[oa]s?)\b/i;

/** `I'm not sure about …`: nobody who says so has decided. */
const UNSURE =
  /^.{0,60}\b(?:i['’]?m not (?:really |quite |so |too )?(?:sure|certain)|not (?:really |quite |so |too )?sure|no idea|no (?:strong )?(?:opinion|preference)|je ne sais pas|(?:je ne |j[e' ]?)?suis pas s[uû]re?|pas d['’]avis|weiß (?:ich )?nicht|no estoy segur[oa]|não tenho certeza)/i;

/** Whether words of the user tell how something went or how to talk, take nothing, or leave it open. */
export function settlesNothing(words: string): boolean {
  const said = words.trim();
  return [REPORTS, OF_THE_TALK, NO_OPTION, NO_MORE, UNSURE].some((pattern) => pattern.test(said));
}

/** Whether words tell that something does not work, as it was or as it is now. */
export function isReport(words: string): boolean {
  return REPORTS.test(words);
}
