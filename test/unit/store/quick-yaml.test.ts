import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { type Plain, parseQuickYaml, renderQuickYaml } from '../../../src/store/quick-yaml.ts';
import { awkwardText, Random } from '../../support/random.ts';
import { describe } from '../../support/suite.ts';

function randomValue(random: Random, depth: number): Plain {
  if (depth === 0 || random.chance(0.5))
    return random.pick([awkwardText(random), random.below(1e6), random.chance(0.5)]);
  if (random.chance(0.5))
    return random.list(3, () => (random.chance(0.7) ? awkwardText(random) : randomMap(random, 0)));
  return randomMap(random, depth - 1);
}

function randomMap(random: Random, depth: number): { [key: string]: Plain } {
  const map: { [key: string]: Plain } = { first: awkwardText(random) };
  for (const key of random.list(4, () => awkwardText(random) || 'key')) map[key] = randomValue(random, depth);
  return map;
}

describe('quick YAML', (it) => {
  it('reads back what it writes, as the YAML library does', () => {
    const random = new Random(1);
    for (let round = 0; round < 1500; round += 1) {
      const value = randomMap(random, 3);
      const text = renderQuickYaml(value);
      assert.equal(parse(text), value, `library, round ${round}:\n${text}`);
      assert.equal(parseQuickYaml(text), value, `quick, round ${round}:\n${text}`);
    }
  });

  it('quotes what ends in a sign that cannot be seen', () => {
    for (const end of ['\u0001', '\u007f', '\u009f']) {
      const text = renderQuickYaml({ first: `one\ntwo${end}` });
      assert.not.match(text, end, 'strict readers of YAML refuse it raw');
      assert.equal(parse(text), { first: `one\ntwo${end}` });
    }
  });

  it('passes over what stands below a key, and reads the rest as before', () => {
    const random = new Random(3);
    for (let round = 0; round < 500; round += 1) {
      const value = { ...randomMap(random, 3), passed: randomMap(random, 2), last: randomValue(random, 2) };
      const { passed: _, ...rest } = value;
      assert.equal(parseQuickYaml(renderQuickYaml(value), new Set(['passed'])), rest, `round ${round}`);
    }
  });

  it('never answers otherwise than the library', () => {
    const random = new Random(2);
    const pieces = [
      'a: b\n',
      'c:\n',
      '  d: 1\n',
      '  - e\n',
      '- f\n',
      'g: |-\n  h\n',
      'i: [1, 2]\n',
      'j: {k: l}\n',
      'm: "n\\x41"\n',
      'o: &p q\n',
      '# r\n',
      'a: s\n',
      "t: 'u'\n",
      'v: 1.5\n',
      'w: ~\n',
      '\n',
      '  x: y z\n',
      'on: off\n',
    ];
    for (let round = 0; round < 3000; round += 1) {
      const text = random.list(6, () => random.pick(pieces)).join('');
      const quick = parseQuickYaml(text);
      if (quick !== undefined) assert.equal(quick, parse(text), `round ${round}:\n${text}`);
    }
  });

  it('keeps bytes that are not UTF-8', () => {
    const value = { path: 'b\udcffd', other: '\udc80' };
    assert.equal(parseQuickYaml(renderQuickYaml(value)), value);
    assert.equal(parse(renderQuickYaml(value)), value);
  });
});
