import { generateKeyPairSync } from 'node:crypto';
import { deflateRawSync, gzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import { scanBytes } from '../../../src/sync/scan-bytes.ts';
import { describe } from '../../support/suite.ts';

const secret = `ghp_${'aK3bQ7cX9dM2eR5fT8gW1hZ4aK3bQ7cX9dM2'}`;

/** A zip file of one entry. */
function zipOf(name: string, contents: Buffer): Buffer {
  const packed = deflateRawSync(contents);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt16LE(name.length, 26);
  const directory = Buffer.alloc(46);
  directory.writeUInt32LE(0x02014b50, 0);
  directory.writeUInt16LE(8, 10);
  directory.writeUInt32LE(packed.length, 20);
  directory.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, directory, Buffer.from(name), end]);
}

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

  it('looks into gzip and zip files, and into those inside of them', () => {
    const zip = zipOf('notes.txt', Buffer.from(`key ${secret}\n`));
    for (const bytes of [gzipSync(`key ${secret}\n`), zip, gzipSync(zip), zipOf('a.gz', gzipSync(secret))])
      assert.equal(scanBytes(bytes), [{ kind: 'github-token', line: 1 }]);
    assert.equal(scanBytes(gzipSync('nothing here\n')), []);
    assert.equal(scanBytes(zipOf('a.txt', Buffer.from('nothing here\n'))), []);
  });

  it('names archives that it cannot look into', () => {
    const cutOff = gzipSync(secret.repeat(40)).subarray(0, 40);
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
    const others = ['425a6839', 'fd377a585a00', '28b52ffd', '377abcaf271c', '526172211a07'].map((hex) =>
      Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(64, 1)]),
    );
    for (const bytes of [cutOff, bomb, ...others])
      assert.equal(scanBytes(bytes), [{ kind: 'unread-archive', line: 1 }]);
  });

  it('knows private keys that are no text', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
    const ed25519 = generateKeyPairSync('ed25519').privateKey;
    const keys = [
      privateKey.export({ type: 'pkcs8', format: 'der' }),
      privateKey.export({ type: 'pkcs1', format: 'der' }),
      privateKey.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: 'x' }),
      ec.export({ type: 'sec1', format: 'der' }),
      ec.export({ type: 'pkcs8', format: 'der' }),
      ed25519.export({ type: 'pkcs8', format: 'der' }),
    ];
    for (const key of keys) assert.equal(scanBytes(key), [{ kind: 'private-key', line: 1 }]);
    assert.equal(scanBytes(publicKey.export({ type: 'spki', format: 'der' })), []);
    assert.equal(scanBytes(Buffer.from(privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'))), [
      { kind: 'private-key', line: 1 },
    ]);
  });

  it('finds nothing in nothing', () => {
    assert.equal(scanBytes(new Uint8Array()), []);
  });
});
