import * as assert from 'uvu/assert';
import { LineSplitter, MAX_LINE_LENGTH } from '../../../src/agents/line-splitter.ts';
import { describe } from '../../support/suite.ts';

const START = { offset: 0, inside: false };

function split(chunks: readonly string[], start = START) {
  const lines: string[] = [];
  const splitter = new LineSplitter(start, (line) => lines.push(line.toString()));
  for (const chunk of chunks) splitter.push(Buffer.from(chunk));
  return { lines, splitter };
}

describe('line splitter', (it) => {
  it('gives whole lines, however the bytes arrive', () => {
    const { lines, splitter } = split(['one\ntw', 'o', '\n\nthr', 'ee\nfo']);
    assert.equal(lines, ['one', 'two', '', 'three']);
    assert.is(splitter.rest.toString(), 'fo');
    assert.equal(splitter.position, { offset: 'one\ntwo\n\nthree\n'.length, inside: false });
  });

  it('keeps letters whole that were cut between two chunks', () => {
    const lines: string[] = [];
    const bytes = Buffer.from('größe\n');
    const splitter = new LineSplitter(START, (line) => lines.push(line.toString()));
    for (const byte of bytes) splitter.push(Buffer.from([byte]));
    assert.equal(lines, ['größe']);
  });

  it('passes over a line that is too long and holds none of it', () => {
    const lines: string[] = [];
    const splitter = new LineSplitter(START, (line) => lines.push(line.toString()));
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    for (let count = 0; count < 64; count += 1) {
      splitter.push(chunk);
      assert.ok(splitter.rest.length <= MAX_LINE_LENGTH);
    }
    splitter.push(Buffer.from('\nnext\n'));
    assert.equal(lines, ['next']);
    assert.is(splitter.oversized, 1);
    assert.is(splitter.position.offset, 64 * 1024 * 1024 + '\nnext\n'.length);
  });

  it('goes on inside a line that was too long, and counts it once', () => {
    const first = new LineSplitter(START, () => assert.unreachable());
    first.push(Buffer.alloc(MAX_LINE_LENGTH + 1, 'x'));
    assert.equal(first.position, { offset: MAX_LINE_LENGTH + 1, inside: true });
    const { lines, splitter } = split(['xxx', 'x\nnext\n'], first.position);
    assert.equal(lines, ['next']);
    assert.is(first.oversized + splitter.oversized, 1);
  });

  it('takes a line of just the longest length', () => {
    const { lines, splitter } = split(['x'.repeat(MAX_LINE_LENGTH), '\n']);
    assert.is(lines[0]?.length, MAX_LINE_LENGTH);
    assert.is(splitter.oversized, 0);
  });
});
