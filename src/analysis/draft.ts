const FENCE = '```';
const MAX_DRAFT = 4500;
const MAX_QUESTION = 300;
const ASKS = /[?？][*_"”)\s]{0,20}$/;

/** Whether a text ends with a question about the block right above it: `Does that look right?` */
export function asksForDraft(text: string): boolean {
  return withDraft(text) !== text;
}

/** A text in which the block that its end asks about is part of the words: who answers must know it. */
export function withDraft(text: string): string {
  const close = text.lastIndexOf(FENCE);
  const open = close <= 0 ? -1 : text.lastIndexOf(FENCE, close - 1);
  if (open < 0 || (text.split(FENCE).length - 1) % 2 === 1) return text;
  const below = text.slice(close + FENCE.length).trim();
  const draft = text.slice(text.indexOf('\n', open) + 1, close).trim();
  if (!ASKS.test(below) || below.length > MAX_QUESTION || draft === '' || draft.length > MAX_DRAFT) return text;
  return `${text.slice(0, open)}\n${draft}\n${below}`;
}
