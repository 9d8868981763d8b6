import { subjectWords } from './sentences.ts';

/** Whether two lines speak of the same piece of work, by their words. */
export function isSameWork(one: string, other: string): boolean {
  const [mine, theirs] = [subjectWords(one), subjectWords(other)];
  return [...mine].filter((word) => theirs.has(word)).length * 2 > Math.min(mine.size, theirs.size);
}
