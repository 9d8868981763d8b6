import { checkOf, kindsOf } from './command-kind.ts';

export const checkNames = ['test', 'build', 'types', 'lint'] as const;
export type CheckName = (typeof checkNames)[number];

export type CheckPart = ReturnType<typeof kindsOf>[number];

const TYPES =
  /\b(?:type-?check|check-?types)\b|\btsc\b.*--noEmit\b|^(?:npm|pnpm|yarn|bun) (?:run )?types\b|^(?:mypy|pyright)\b/;
const FIX = /(?::(?:fix|write)|\s--(?:fix|write))(?=\s|$)/;

/** Which check a part of a command line is. */
function checkName({ kind, text }: CheckPart): CheckName | undefined {
  if (kind !== 'test' && kind !== 'build' && kind !== 'lint') return undefined;
  return kind !== 'test' && TYPES.test(text) ? 'types' : kind;
}

/** Whether a check changes what it finds, so that another has to say whether all is well. */
export function isFix(text: string): boolean {
  return FIX.test(text);
}

/** The parts of a line that are this check. */
export function checkParts(command: string, check: CheckName): CheckPart[] {
  return kindsOf(command).filter((part) => checkName(part) === check);
}

/** The part of a line that is this check; one that only checks before one that fixes. */
export function checkPart(command: string, check: CheckName): CheckPart | undefined {
  const all = checkParts(command, check);
  return all.find(({ text }) => !isFix(text)) ?? all[0];
}

/** Of a line in which every check passed, the one that takes in most. */
export function widestPart(command: string, check: CheckName): CheckPart | undefined {
  const all = checkParts(command, check).filter(({ text }) => !isFix(text));
  return all.findLast(({ text }) => checkOf(text).scope.length === 0) ?? checkPart(command, check);
}
