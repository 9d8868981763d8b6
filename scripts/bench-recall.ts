/**
 * recall@5K: what does the next session still know? Questions with known answers are drawn from each transcript by code
 * that shares nothing with the analysis or the packer; at several moments a checkpoint is made with the files as they
 * were, and the resume pack must hold the answers. `npm run bench:recall -- DIR [--misses]`
 */
import { getTokenizer } from '@anthropic-ai/tokenizer';
import { countTokens as openaiTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { countTokens } from '../src/core/count-tokens.ts';
import { baselines, wholeText } from './recall/baselines.ts';
import { checkpointThere } from './recall/checkpoint-there.ts';
import { statements } from './recall/precision.ts';
import { probesOf } from './recall/probes.ts';
import { type Outcome, printReport } from './recall/report.ts';
import { scoreProbes } from './recall/score.ts';
import { cuts, transcriptFiles } from './recall/transcript.ts';

const limits = { tokens: 5000, chars: 10_000 };
const FEWEST_PROBES = 3;

const [directory = '', ...flags] = process.argv.slice(2);
if (directory === '') {
  process.stderr.write('usage: npm run bench:recall -- DIR [--misses]\n');
  process.exit(2);
}

const claude = getTokenizer();
const outcomes: Outcome[] = [];
for (const path of transcriptFiles(directory)) {
  for (const cut of cuts(path)) {
    const probes = probesOf(cut.session);
    if (probes.length < FEWEST_PROBES) continue;
    const pack = checkpointThere(cut, limits);
    const whole = countTokens(wholeText(cut.session));
    const hits = scoreProbes(probes, pack);
    outcomes.push({
      transcript: path,
      isLong: whole > limits.tokens,
      hits: {
        pack: hits,
        ...Object.fromEntries(
          Object.entries(baselines).map(([name, draw]) => [name, scoreProbes(probes, draw(cut.session, limits))]),
        ),
      },
      statements: statements(pack, cut),
      size: {
        estimate: countTokens(pack),
        o200k: openaiTokens(pack),
        claude: claude.encode(pack.normalize('NFKC'), 'all').length,
        chars: pack.length,
        whole,
      },
    });
    if (flags.includes('--misses')) printMisses(path, cut.share, hits);
  }
}
printReport(outcomes, limits);

function printMisses(path: string, share: number, hits: ReturnType<typeof scoreProbes>): void {
  for (const { type, answer, hit } of hits) if (!hit) process.stdout.write(`${path} at ${share}: ${type}: ${answer}\n`);
  for (const { kind, text, isTrue } of outcomes.at(-1)?.statements ?? [])
    if (!isTrue) process.stdout.write(`${path} at ${share}: untrue ${kind}: ${text}\n`);
}
