/** What happened in a session, read straight from the transcript with no code of the product. */
export type RawEvent =
  | { readonly kind: 'user' | 'assistant'; readonly text: string }
  | { readonly kind: 'call'; readonly call: RawCall };

export interface RawCall {
  readonly tool: string;
  readonly input: Raw;
  /** Where a shell stood when it was made, where the transcript tells it. */
  readonly directory?: string;
  /** The branch in use when it was made, where the transcript tells it. */
  readonly branch?: string;
  output: string;
  failed: boolean;
  /** The user said no: nothing ran. */
  refused?: boolean;
  /** What the agent itself recorded about the result. */
  detail: Raw;
}

export type Raw = Readonly<Record<string, unknown>>;

export interface RawSession {
  readonly cwd: string;
  readonly events: readonly RawEvent[];
  /** What subagents did, where the transcript has it: theirs are no answers, but their files did change. */
  readonly sideEvents?: readonly RawEvent[];
  /** What the session and its subagents did, in the order of the transcript; absent: the events. */
  readonly work?: readonly RawEvent[];
  /** The branch at the end, where the transcript tells it. */
  readonly branch?: string | undefined;
}

export function object(value: unknown): Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A path of Windows as git writes it. */
export function withSlashes(path: string): string {
  return /^[a-z]:\\/i.test(path) ? path.replaceAll('\\', '/') : path;
}

/** The text of a message whose content is a string or a list of blocks. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((block) => string(object(block)['text']))
    .filter((text) => text !== '')
    .join('\n');
}

export function parseLines(text: string): Raw[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line.trim() === '' ? [] : [object(JSON.parse(line))];
    } catch {
      // A cut or broken line holds no answer; the benchmark is about the others.
      return [];
    }
  });
}
