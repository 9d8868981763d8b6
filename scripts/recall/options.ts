import { parseArgs } from 'node:util';

export interface Options {
  readonly directory: string;
  /** Lists what was missed or wrong. */
  readonly misses: boolean;
  /** Only the labelled cuts, without chains. */
  readonly labelsOnly: boolean;
  /** Only the chains. */
  readonly chainsOnly: boolean;
  /** Only the cuts. */
  readonly cutsOnly: boolean;
  /** Transcripts that nobody worked with. */
  readonly heldOut: string | undefined;
  /** Labels beside those of the project, for transcripts that stay outside of it. */
  readonly labels: string | undefined;
  /** The block of docs/benchmarks.md that shows the tables. */
  readonly write: string | undefined;
  /** Where every pack is written, to be read. */
  readonly packs: string | undefined;
}

/** What Claude Code and Codex take at a start: two parts of 10,000 characters. */
export const limits = { tokens: 5000, chars: 20_000 };

export function readOptions(args: string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      misses: { type: 'boolean', default: false },
      'labels-only': { type: 'boolean', default: false },
      chains: { type: 'boolean', default: false },
      cuts: { type: 'boolean', default: false },
      'held-out': { type: 'string' },
      labels: { type: 'string' },
      packs: { type: 'string' },
      write: { type: 'string' },
    },
  });
  const [directory] = positionals;
  // What was missed quotes the transcripts, which are nobody's to publish.
  if (directory === undefined || (values.misses && values.write !== undefined)) return undefined;
  return {
    directory,
    misses: values.misses,
    labelsOnly: values['labels-only'],
    chainsOnly: values.chains,
    cutsOnly: values.cuts,
    heldOut: values['held-out'],
    labels: values.labels,
    packs: values.packs,
    write: values.write,
  };
}
