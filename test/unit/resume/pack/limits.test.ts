import * as assert from 'uvu/assert';
import { countTokens } from '../../../../src/core/count-tokens.ts';
import { buildPack } from '../../../../src/resume/pack/pack.ts';
import { oneLine } from '../../../../src/resume/pack/quote.ts';
import { describe } from '../../../support/suite.ts';
import { randomInput } from './random-input.ts';

const CASES = 150;

describe('the limits of a pack', (it) => {
  it('holds both limits forevery checkpoint that chance makes', () => {
    for (let seed = 1; seed <= CASES; seed++) {
      const { input, limits } = randomInput(seed);
      const pack = buildPack(input, limits);
      assert.ok(pack.text.length <= limits.chars, `seed ${seed}: ${pack.text.length} > ${limits.chars} characters`);
      assert.ok(countTokens(pack.text) <= limits.tokens, `seed ${seed}: over ${limits.tokens} tokens`);
      assert.is(pack.tokens, countTokens(pack.text));
    }
  });

  it('keeps the token limit over all parts together', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { input } = randomInput(seed);
      const of = 3;
      const limits = { tokens: 4000, chars: 3000 };
      const packs = [1, 2, 3].map((number) => buildPack({ ...input, part: { number, of } }, limits));
      assert.ok(packs.reduce((sum, pack) => sum + pack.tokens, 0) <= limits.tokens, `seed ${seed}`);
      for (const pack of packs) assert.ok(pack.chars <= limits.chars, `seed ${seed}`);
    }
  });

  it('has every part that must be kept, also where there is hardly room', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { part: _, ...input } = randomInput(seed).input;
      const { problem, session_intent, current_task, decisions, current_state, next_actions } =
        input.checkpoint.note.analysis;
      const texts = { 'Current task:': current_task, 'Problem: ': problem, 'Intent: ': session_intent };
      const lists = { 'Decisions:': decisions, 'Current state:': current_state, 'Next actions:': next_actions };
      const isSaid = (text: string) => oneLine(text) !== '';
      const asked = [
        ...Object.entries(texts).flatMap(([title, text]) => (isSaid(text) ? [title] : [])),
        ...Object.entries(lists).flatMap(([title, items]) => (items.some(isSaid) ? [title] : [])),
      ];
      for (const tokens of [1000, 600, 300]) {
        const { text } = buildPack({ ...input, format: 'text' }, { tokens, chars: 10_000 });
        const lines = text.split('\n');
        for (const title of asked)
          assert.ok(
            lines.some((line) => line.startsWith(title)),
            `seed ${seed}, ${tokens} tokens: no ${title}\n${text}`,
          );
      }
    }
  });

  it('makes the same pack from the same input', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const [first, second] = [randomInput(seed), randomInput(seed)];
      assert.is(buildPack(first.input, first.limits).text, buildPack(second.input, second.limits).text);
    }
  });

  it('lets nothing through that drives a terminal or hides', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { input } = randomInput(seed);
      const { text } = buildPack({ ...input, format: 'text' }, { tokens: 5000, chars: 10_000 });
      assert.not.match(
        text,
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/,
        `seed ${seed}`,
      );
    }
  });
});
