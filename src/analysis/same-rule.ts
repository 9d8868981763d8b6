import { subjectWords } from './sentences.ts';

/** How much the agent shall say. */
const BREVITY = /\bbe (?:extremely |very |more |really )?(?:concise|brief|terse|succinct)\b/i;
const DIRECTIONS = [BREVITY, /^(?:please )?(?:only|just)\b.{4,80}\bfor now\b/i] as const;
const MAX_WORDS = 30;

/** `Be concise`, `only X for now`: how the work goes on from here; what is chosen is a decision. */
export function isDirection(sentence: string): boolean {
  return (
    sentence.split(/\s+/).length <= MAX_WORDS &&
    !/[?？]\W*$/.test(sentence) &&
    DIRECTIONS.some((direction) => direction.test(sentence))
  );
}

const MIN_SHARED = 0.6;
const HEAD_WORDS = 3;

/** Whether a later sentence says a rule again: it begins alike, and most of its words are the same. */
export function isSameRule(before: string, after: string): boolean {
  if (BREVITY.test(before) && BREVITY.test(after)) return true;
  const head = (text: string) => text.toLowerCase().split(/\s+/).slice(0, HEAD_WORDS).join(' ');
  if (head(before) !== head(after)) return false;
  const [one, other] = [subjectWords(before), subjectWords(after)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared) >= MIN_SHARED;
}
