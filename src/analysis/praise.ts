/** How well it went, in the words of whoever did it. */
const PRAISE =
  /\b(?:successfully|comprehensive(?:ly)?|thorough(?:ly)?|seamless(?:ly)?|sophisticated|elegant(?:ly)?|well[- ](?:structured|established|organi[sz]ed|documented|tested|designed|formed)|best practices?|solid foundation|(?:correct|proper|clean)ly|proper \w+|as (?:required|expected|specified|requested)|byte-for-byte|(?:spec|specification|plan|requirements?|format|convention) exactly|exactly the (?:spec|plan)|(?:is|are) (?:now )?(?:fully )?(?:ready|complete|correct|clean|in place|preserved|functional)|all (?:\w+ ){1,3}(?:pass|passed|work|resolve)|no disruption)\b/i;
/** The praise has a but, or there is none. */
const OBJECTION =
  /\b(?:not|never|no longer|cannot|but|however|except|although|though|until|unless|missing|fails?|failed|lacks?|without|wrong|broken|risk|bug|gap|should|must)\b|n['’]t\b/i;

/** Whether a sentence of a report only says that the work is good: nobody checked that yet. */
export function isPraise(text: string): boolean {
  return PRAISE.test(text) && !OBJECTION.test(text);
}
