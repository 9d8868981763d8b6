/** What somebody holds for possible before he has looked. */
const GUESS =
  /\b(?:probably|presumably|perhaps|maybe|(?<!un)likely|suspect(?:s|ed)?|hunch|hypothesis|seems?(?: to| like| that| as if|,| \w+ed\b)|appears? to (?:be|have)\b|(?:could|might) (?:well )?be\b|(?:may|might|could) (?:still |also |well )?(?:be a|be valid|have (?:been|shifted|changed))\b|(?:findings?|picture|theory) (?:is|are) forming)\b/i;
/** `As likely as not` is how things are; so is what advice rests on. */
const NO_GUESS = /\b(?:more|less|how|as) likely\b|\b(?:un)?likely to\b/i;

/** Whether a sentence says what the agent takes to be so, not what it found. */
export function isGuess(text: string): boolean {
  return GUESS.test(text.replace(NO_GUESS, ''));
}
