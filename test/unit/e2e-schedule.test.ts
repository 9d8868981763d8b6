import * as assert from 'uvu/assert';
import { readArguments } from '../../scripts/e2e/run/arguments.ts';
import { type Played, playAll } from '../../scripts/e2e/run/schedule.ts';
import { describe } from '../support/suite.ts';

type Ending = Played['outcome'];

/** Plays with two players; a scenario ends with the outcomes that are given for it, one after the other. */
async function play(endings: Readonly<Record<string, readonly Ending[]>>, alone: readonly string[] = []) {
  const running = new Set<string>();
  const beside: Record<string, number> = {};
  const ended: string[] = [];
  const player = async (name: string): Promise<Played> => {
    running.add(name);
    await new Promise((resolve) => setImmediate(resolve));
    beside[name] = running.size - 1;
    running.delete(name);
    const before = ended.filter((one) => one === name).length;
    return { name, outcome: endings[name]?.[before] ?? 'ok', output: '', seconds: 0 };
  };
  const outcomes = await playAll(Object.keys(endings), {
    players: [player, player],
    isAlone: (name) => alone.includes(name),
    ended: ({ name }) => ended.push(name),
  });
  return { outcomes: Object.fromEntries(outcomes), ended, beside };
}

describe('npm run e2e', (it) => {
  it('plays two scenarios at once, and alone what must be alone', async () => {
    const { ended, beside } = await play({ timed: ['ok'], one: ['ok'], two: ['ok'] }, ['timed']);
    assert.equal(ended, ['one', 'two', 'timed']);
    assert.is(beside['one'], 1);
    assert.is(beside['timed'], 0);
  });

  it('plays what failed once more alone, and tells which of both it is', async () => {
    const { outcomes, ended, beside } = await play({
      broken: ['failed', 'failed'],
      shaky: ['failed', 'ok'],
      absent: ['skipped'],
      good: ['ok'],
    });
    assert.equal(outcomes, { broken: 'failed', shaky: 'flaky', absent: 'skipped', good: 'ok' });
    assert.equal(ended, ['broken', 'shaky', 'absent', 'good', 'broken', 'shaky']);
    assert.is(beside['shaky'], 0);
  });

  it('takes names of scenarios and of agents', () => {
    const all = ['pi', 'pi-clear', 'pipe', 'clear'];
    assert.equal(readArguments(['pi'], all).names, ['pi', 'pi-clear']);
    assert.equal(readArguments(['clear', '--jobs', '3'], all), { jobs: 3, names: ['clear'], unknown: [] });
    assert.equal(readArguments([], all).names, ['pi', 'pipe', 'clear', 'pi-clear'], 'those of an agent apart');
    assert.equal(readArguments(['pie'], all).unknown, ['pie']);
    assert.throws(() => readArguments(['--jobs', 'many'], all), /--jobs many/);
  });
});
