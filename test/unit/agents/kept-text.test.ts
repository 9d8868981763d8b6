import { randomBytes } from 'node:crypto';
import * as assert from 'uvu/assert';
import { keptText, spokenText } from '../../../src/agents/kept-text.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { describe } from '../../support/suite.ts';

describe('kept text', (it) => {
  it('is whole up to the limit', () => {
    assert.is(keptText('short', 100), 'short');
  });

  it('is head and tail beyond it, and says what is gone', () => {
    const text = keptText(`${'a'.repeat(500)}${'b'.repeat(500)}`, 200);
    assert.match(text, /^a+\n… \[\d+ characters cut\] …\nb+$/);
    assert.ok(text.length <= 200);
  });

  it('has nothing in it that could drive a terminal', () => {
    assert.is(
      keptText('\u001b[31mred\u001b[0m \u001b]0;title\u0007bell\u0007\r\nnext\ttab', 100),
      'red bell\nnext\ttab',
    );
  });

  it('mends a letter that the cut went through', () => {
    // Half of a pair cannot be encoded.
    assert.not.throws(() => encodeURIComponent(keptText('😀'.repeat(300), 201)));
  });

  it('has no part of a secret that the cut went through', () => {
    const line = () => randomBytes(48).toString('base64');
    const body = Array.from({ length: 50 }, line);
    const key = [['-----BEGIN RSA PRIVATE', 'KEY-----'].join(' '), ...body, '-----END RSA PRIVATE KEY-----'].join('\n');
    const filler = 'Some words about the server.\n';
    for (const before of [0, 40, 100, 150, 180, 250]) {
      const text = keptText(filler.repeat(before) + key + filler.repeat(250), 8000);
      assert.not.ok(
        body.some((one) => text.includes(one.slice(0, 20)) || text.includes(one.slice(-20))),
        `${before}`,
      );
    }
    const token = ['ghp', randomBytes(27).toString('hex').slice(0, 36)].join('_');
    for (let size = 0; size < 60; size += 2) {
      const across = [
        `${'a '.repeat(300 + size / 2)}${token}${' b'.repeat(500)}`,
        `${'a '.repeat(500)}${token}${' b'.repeat(130 + size / 2)}`,
        `${'a '.repeat(500)}\npassword:\n ${token.slice(4)}\n${' b'.repeat(110 + size / 2)}`,
      ];
      for (const text of across) {
        const kept = redact(keptText(text, 1000)).text;
        assert.not.ok(kept.includes(token.slice(4, 12)) || kept.includes(token.slice(-8)), `${size}`);
      }
    }
  });

  it('has no part of a secret longer than a kilobyte', () => {
    const part = (bytes: number) => randomBytes(bytes).toString('base64url');
    const token = `eyJ${part(30)}.eyJ${part(2000)}.${part(300)}`;
    for (const before of [700, 1000, 1300]) {
      const kept = redact(keptText(`${'a '.repeat(before)}${token}\n${'b '.repeat(12_000)}`, 4000)).text;
      assert.not.ok(
        [0, 50, 1000, 2000].some((at) => kept.includes(token.slice(at, at + 20))),
        `${before}`,
      );
    }
  });

  it('leaves out reasoning that was written into an answer', () => {
    assert.is(spokenText('<thinking>hm</thinking>Yes.'), 'Yes.');
    assert.is(spokenText('Yes.<think>and never ended'), 'Yes.');
    assert.is(spokenText('I think so'), 'I think so');
  });
});
