import { createContext, Script } from 'node:vm';
import { Failure } from '../core/failure.ts';

export interface MatchOptions {
  readonly ignoreCase?: boolean;
  /** The pattern is the text itself. */
  readonly literal?: boolean;
  /** `^` and `$` match at the lines of a text. */
  readonly multiline?: boolean;
  /** How many milliseconds the expression may take in all; without it, as long as it likes. */
  readonly matchingTime?: number;
}

/** Tells where each text first matches; -1 where it does not. */
export type Matcher = (texts: readonly string[]) => readonly number[];

/** Tells how long the match is that begins there; 0 for an expression that may take its time, of which it is not asked. */
export function matchLength(pattern: string, options: MatchOptions): (text: string, at: number) => number {
  if (options.matchingTime !== undefined && !options.literal) return () => 0;
  const expression = compile(options.literal ? escapeText(pattern) : pattern, options.ignoreCase ? 'iy' : 'y');
  return (text, at) => {
    expression.lastIndex = at;
    return expression.exec(text)?.[0].length ?? 0;
  };
}

/** Makes a matcher from a regular expression or a plain text. */
export function matcher(pattern: string, options: MatchOptions): Matcher {
  const source = options.literal ? escapeText(pattern) : pattern;
  const flags = `${options.ignoreCase ? 'i' : ''}${options.multiline ? 'm' : ''}`;
  const expression = compile(source, flags);
  if (options.literal || options.matchingTime === undefined) {
    return (texts) => texts.map((text) => text.search(expression));
  }
  return boundedMatcher(source, flags, options.matchingTime);
}

/**
 * Tells whether one of a text's lines may match, without taking it apart. Only an expression that looks around can match a line and not
 * the text that the line stands in; of that one, and of one that may take its time, every line must be asked.
 */
export function lineFilter(pattern: string, options: MatchOptions): (text: string) => boolean {
  if (!options.literal && (options.matchingTime !== undefined || /\(\?(?:[=!]|<[=!])/.test(pattern))) return () => true;
  const match = matcher(pattern, { ...options, multiline: true });
  return (text) => (match([text])[0] ?? -1) >= 0;
}

function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (cause) {
    throw new Failure('usage', `invalid regular expression '${source}'`, {
      hint: `To search for the text itself, escape it: '${escapeText(source)}'.`,
      cause,
    });
  }
}

const matchAll = new Script('texts.map((text) => text.search(expression))');

/** An expression can need longer than the universe lives. Only a context of its own can be stopped in the middle of one. */
function boundedMatcher(source: string, flags: string, milliseconds: number): Matcher {
  const context = createContext({ texts: [] as readonly string[] });
  new Script(`expression = new RegExp(${JSON.stringify(source)}, '${flags}')`).runInContext(context);
  let left = milliseconds;
  return (texts) => {
    const started = performance.now();
    context['texts'] = texts;
    try {
      return matchAll.runInContext(context, { timeout: Math.max(1, Math.ceil(left)) });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause;
      throw new Failure('no', `the expression took longer than ${milliseconds} ms`, {
        hint: 'Use a simpler expression, or search for plain text.',
        cause,
      });
    } finally {
      left -= performance.now() - started;
    }
  };
}
