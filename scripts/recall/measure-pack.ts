import { countTokens } from '../../src/core/count-tokens.ts';
import { baselines, wholeText } from './baselines.ts';
import { filesSinceCommit } from './files-then.ts';
import { judgeStatements, recallLabels } from './label-score.ts';
import { type Labels, labelsOf } from './labels.ts';
import type { Meaning } from './meaning-report.ts';
import { limits } from './options.ts';
import { saidProbes, scoreSaid } from './said-probes.ts';
import { symbolClaims } from './symbol-claims.ts';
import type { Cut } from './transcript.ts';

/** A pack and every baseline, by name. */
export function textsOf(cut: Cut, pack: string): Record<string, string> {
  const drawn = Object.entries(baselines).map(([name, draw]) => [name, draw(cut.session, limits)] as const);
  return { pack, ...Object.fromEntries(drawn) };
}

/** How much of what the session knew each text tells, and whether what the pack states is so. */
export function measureMeaning(cut: Cut, texts: Readonly<Record<string, string>>, all: readonly Labels[]): Meaning {
  const probes = saidProbes(cut.session, cut.rest);
  const labels = labelsOf(all, cut);
  const pack = texts['pack'] ?? '';
  return {
    place: `${cut.path} at ${cut.share}`,
    isLong: countTokens(wholeText(cut.session)) > limits.tokens,
    said: each(texts, (text) => scoreSaid(probes, text)),
    symbols: symbolClaims(pack, filesSinceCommit(cut.session)),
    ...(labels === undefined
      ? {}
      : {
          labelled: {
            recalled: each(texts, (text) => recallLabels(labels, text)),
            stated: judgeStatements(labels, pack),
          },
        }),
  };
}

function each<T>(texts: Readonly<Record<string, string>>, measure: (text: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, measure(text)]));
}
