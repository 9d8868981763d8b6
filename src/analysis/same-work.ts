import { subjectWords } from './sentences.ts';

/** Whether two lines speak of the same piece of work, by their words. */
export function isSameWork(one: string, other: string): boolean {
  const [mine, theirs] = [stemsOf(one), stemsOf(other)];
  return [...mine].filter((word) => theirs.has(word)).length * 2 > Math.min(mine.size, theirs.size);
}

/** `running` has become `runn` where `run` is `run`. */
function stemsOf(text: string): Set<string> {
  return new Set([...subjectWords(text)].map((word) => word.replace(/([bdgmnprt])\1$/, '$1')));
}
