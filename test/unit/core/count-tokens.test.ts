import { countTokens as openaiTokens } from 'gpt-tokenizer/encoding/o200k_base';
import * as assert from 'uvu/assert';
import { countTokens } from '../../../src/core/count-tokens.ts';
import { buildPack } from '../../../src/resume/pack/pack.ts';
import { packSituations } from '../../support/pack-situations.ts';
import { describe } from '../../support/suite.ts';
import { randomInput } from '../resume/pack/random-input.ts';

describe('countTokens', (it) => {
  it('counts nothing in nothing', () => {
    assert.is(countTokens(''), 0);
  });

  it('is not below a real tokenizer for packs, and not three times above', () => {
    for (const { name, input, limits } of packSituations()) {
      const { text, tokens } = buildPack(input, limits);
      const real = openaiTokens(text);
      assert.ok(tokens >= real && tokens < 3 * real, `${name}: ${tokens} estimated, ${real} real`);
    }
  });

  it('charges hashes, other scripts and pictures more than words', () => {
    const perCharacter = (text: string) => countTokens(text) / text.length;
    const prose = perCharacter('the session kept what it knew about the tree and the work');
    for (const dear of [
      '9f86d081884c7d659a2feaa0c55ad015',
      '检查点会话工作树保存恢复',
      '🚀✅❌🐛🔥',
      'ёжик в тумане',
    ]) {
      assert.ok(perCharacter(dear) > 1.5 * prose, dear);
    }
  });

  it('never charges joined lines more than their parts', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { analysis } = randomInput(seed).input.checkpoint.note;
      const lines = [analysis.problem, analysis.current_task, ...analysis.decisions.slice(0, 5)].map(
        (text) => `${text}\n`,
      );
      const parts = lines.reduce((sum, line) => sum + countTokens(line), 0);
      assert.ok(countTokens(lines.join('')) <= parts, `seed ${seed}`);
    }
  });
});
