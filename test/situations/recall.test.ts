import * as assert from 'uvu/assert';
import { checkpointThere } from '../../scripts/recall/checkpoint-there.ts';
import { statements } from '../../scripts/recall/precision.ts';
import { probesOf } from '../../scripts/recall/probes.ts';
import { scoreProbes, weightedRecall } from '../../scripts/recall/score.ts';
import { cuts, transcriptFiles } from '../../scripts/recall/transcript.ts';
import { countTokens } from '../../src/core/count-tokens.ts';
import { describe } from '../support/suite.ts';

const limits = { tokens: 5000, chars: 10_000 };

describe('a pack made from a transcript', (it) => {
  it('answers what a successor would ask, states nothing untrue, and holds the limits', () => {
    const outcomes = transcriptFiles('fixtures/transcripts')
      .flatMap((path) => cuts(path).filter(({ share }) => share === 0.5 || share === 1))
      .map((cut) => ({ cut, probes: probesOf(cut.session) }))
      .filter(({ probes }) => probes.length >= 3)
      .map(({ cut, probes }) => ({ cut, probes, pack: checkpointThere(cut, limits) }));
    assert.ok(outcomes.length >= 8, `only ${outcomes.length} checkpoints`);
    const hits = outcomes.flatMap(({ probes, pack }) => scoreProbes(probes, pack));
    const missed = hits.filter(({ hit }) => !hit).map(({ type, answer }) => `${type}: ${answer}`);
    assert.ok(weightedRecall(hits) >= 0.95, missed.join('\n'));
    for (const { cut, pack } of outcomes) {
      const untrue = statements(pack, cut).filter(({ isTrue }) => !isTrue);
      assert.equal(untrue, [], cut.path);
      assert.ok(countTokens(pack) <= limits.tokens && pack.length <= limits.chars, cut.path);
    }
  });
});
