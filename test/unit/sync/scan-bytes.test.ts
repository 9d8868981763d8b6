import * as assert from 'uvu/assert';
import { scanBytes } from '../../../src/sync/scan-bytes.ts';
import { describe } from '../../support/suite.ts';

const secret = `ghp_${'aK3bQ7cX9dM2eR5fT8gW1hZ4aK3bQ7cX9dM2'}`;

describe('the search for secrets in bytes', (it) => {
  it('answers kind and line', () => {
    assert.equal(scanBytes(Buffer.from(`one\ntwo\n${secret}\n`)), [{ kind: 'github-token', line: 3 }]);
  });

  it('finds one in a binary file and in UTF-16', () => {
    assert.is(scanBytes(Buffer.concat([Buffer.from([0, 1, 2, 255]), Buffer.from(secret)])).length, 1);
    assert.is(scanBytes(Buffer.from(`key ${secret}\n`, 'utf16le')).length, 1);
  });

  it('finds one in a large file, wherever it lies, once, with its line', () => {
    const line = `${'x'.repeat(1023)}\n`;
    for (const before of [8 * 1024 - 64, 8 * 1024 - 32, 8 * 1024, 12 * 1024]) {
      const bytes = Buffer.from(`${line.repeat(before)}${secret}\n${line.repeat(4 * 1024)}`);
      assert.equal(scanBytes(bytes), [{ kind: 'github-token', line: before + 1 }]);
    }
  });

  it('finds nothing in nothing', () => {
    assert.equal(scanBytes(new Uint8Array()), []);
  });
});
