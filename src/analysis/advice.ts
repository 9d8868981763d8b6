/** What somebody proposes, weighs or expects: it holds until the user has answered and the work has gone on. */
const ADVICE =
  /\b(?:should(?:n['’]t)?|ought to|i['’]d|i would|i (?:\w+ )?prefer|my preference|could be|recommend(?:ed|ation)?|suggest(?:s|ed|ion)?|lean(?:ing)? (?:to|toward)s?|either\b.{3,80}\bor\b|worth (?:doing|adding|fixing|filing|considering|a)|needs? to\b|would (?:be|need|require|make|have|let|mean|give)|proposal|alternatives?)\b/i;
/** `If that prints mcp, …`, `Once it is merged, …` */
const CONDITION = /^(?:if|once|when|unless|until|whether|assuming)\b/i;

export function isAdvice(text: string): boolean {
  return ADVICE.test(text) || CONDITION.test(text);
}
