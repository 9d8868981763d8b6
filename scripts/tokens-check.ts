/**
 * Measures how far the token estimate falls below two real tokenizers, and how far above, over a mixed corpus.
 * Fails when the estimate is more than 5 % too low at the 99th percentile of either.
 */
import { getTokenizer } from '@anthropic-ai/tokenizer';
import { countTokens as openaiTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { countTokens } from '../src/core/count-tokens.ts';
import { type Chunk, mixedCorpus } from './tokens/corpus.ts';

const ALLOWED = 5;
const claude = getTokenizer();
const claudeTokens = (text: string) => claude.encode(text.normalize('NFKC'), 'all').length;

/** How many percent the estimate is below the truth; negative when above. */
function shortfalls(chunks: readonly Chunk[], tokenizer: (text: string) => number): number[] {
  return chunks
    .map(({ text }) => [countTokens(text), tokenizer(text)] as const)
    .map(([estimate, real]) => (100 * (real - estimate)) / real)
    .sort((a, b) => a - b);
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function row(name: string, chunks: readonly Chunk[]): { line: string; worst: number } {
  const sorted = [shortfalls(chunks, openaiTokens), shortfalls(chunks, claudeTokens)];
  const cells = sorted.flatMap((values) =>
    [0.5, 0.99, 1].map((share) => percentile(values, share).toFixed(1).padStart(7)),
  );
  const worst = Math.max(...sorted.map((values) => percentile(values, 0.99)));
  return { line: `${name.padEnd(18)}${String(chunks.length).padStart(5)} ${cells.join('')}`, worst };
}

const corpus = mixedCorpus();
const kinds = [...new Set(corpus.map((chunk) => chunk.kind))];
process.stdout.write('Percent by which the estimate is too low (negative: too high)\n');
process.stdout.write(`${'kind'.padEnd(18)}chunk  o200k: p50    p99    max  claude: p50   p99    max\n`);
for (const kind of kinds)
  process.stdout.write(
    `${
      row(
        kind,
        corpus.filter((chunk) => chunk.kind === kind),
      ).line
    }\n`,
  );
const all = row('all', corpus);
process.stdout.write(`${all.line}\n`);
if (!(all.worst <= ALLOWED)) {
  process.stdout.write(
    `The estimate is ${all.worst.toFixed(1)} % too low at the 99th percentile; ${ALLOWED} % is allowed.\n`,
  );
  process.exitCode = 1;
}
