import { Failure } from '../core/failure.ts';
import { parseSize } from '../core/size.ts';
import type { Form } from './settings.ts';

/** Reads one setting's value from a text; the failure says where it stands and what is allowed. */
export function parseValue(form: Form, value: unknown, at: string): string | number | boolean | readonly string[] {
  const wrong = (allowed: string) => new Failure('fatal', `${at} must be ${allowed} (got '${String(value)}')`);
  switch (form.kind) {
    case 'choice':
      return olderChoice(form, value) ?? parseChoice(form.choices, value, wrong);
    case 'flag':
      return parseFlag(value, wrong);
    case 'number': {
      const number = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
      if (typeof number === 'number' && Number.isInteger(number) && number >= form.least && number <= form.most)
        return number;
      throw wrong(`${form.least}–${form.most}`);
    }
    case 'size':
      return parseSize(value, wrong);
    case 'text':
      if (typeof value === 'string') return value;
      throw wrong('text');
    case 'texts':
      if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
      throw wrong('a list');
  }
}

/** What a word of an older version means now. */
export function olderChoice(form: Form, value: unknown): string | undefined {
  return form.kind === 'choice' ? form.older?.[String(value).toLowerCase()] : undefined;
}

function parseChoice(choices: readonly string[], value: unknown, wrong: (allowed: string) => Failure): string {
  const text = String(value).toLowerCase();
  if (choices.includes(text)) return text;
  // git's own words for true and false are understood where those are choices.
  const flag = flagWords.get(text);
  if (flag !== undefined && choices.includes(String(flag))) return String(flag);
  throw wrong(`one of ${choices.join(', ')}`);
}

const flagWords = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['off', false],
  ['0', false],
]);

function parseFlag(value: unknown, wrong: (allowed: string) => Failure): boolean {
  const flag = typeof value === 'boolean' ? value : flagWords.get(String(value).toLowerCase());
  if (flag === undefined) throw wrong('true or false');
  return flag;
}
