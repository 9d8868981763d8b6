import * as assert from 'uvu/assert';
import type { Capture, GitEngine } from '../../../src/git/engine.ts';
import { takeFiles } from '../../../src/snapshot/take-files.ts';
import { describe } from '../../support/suite.ts';

const paths = ['a', 'b', 'c', 'd', 'e'];

/** A capture that fails so many times for whatever it is asked, and always for some files. */
function failing(times: number, always: readonly string[] = []): Capture {
  let asked = 0;
  const finish: Capture['finish'] = async (some) => {
    asked += 1;
    if (asked <= times || some.some((path) => always.includes(path))) throw new Error('not now');
    return { tree: some.join(''), changes: [] };
  };
  return { finish } as Capture;
}

/** Nothing is damaged there. */
const sound = { damagedLooseObjects: async () => [] } as unknown as GitEngine;

const from = (capture: Capture) => ({ engine: sound, capture, leaveOut: false });

describe('taking files into a snapshot', (it) => {
  it('leaves out what cannot be stored, and takes all others', async () => {
    assert.equal(await takeFiles(from(failing(0, ['b', 'e'])), paths), {
      captured: { tree: 'acd', changes: [] },
      left: ['b', 'e'],
    });
  });

  it('leaves out no file because of a failure that was over in a moment', async () => {
    for (const some of [['a'], paths]) {
      assert.equal(await takeFiles(from(failing(1)), some), {
        captured: { tree: some.join(''), changes: [] },
        left: [],
      });
    }
  });

  it('fails when no file is to blame', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `file-${at}`);
    const error = await takeFiles(from(failing(0, many)), many).catch((thrown: Error) => thrown);
    assert.match(String(error), 'not now');
  });
});
