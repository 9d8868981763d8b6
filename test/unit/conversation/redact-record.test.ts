import * as assert from 'uvu/assert';
import { redactRecord } from '../../../src/conversation/redact-record.ts';
import { describe } from '../../support/suite.ts';

const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEowIBAAKCAQEA7v1Qw3r5t7y9u1i3o5p7a9s1d3f5g7h9\n'.repeat(4)}-----END RSA PRIVATE KEY-----`;

describe('redactRecord', (it) => {
  it('leaves a record without secrets byte for byte as it is', () => {
    const line = '{"n": 1.50, "b":"\\u00e9 \\"q\\" \\n", "id":12345678901234567890}';
    assert.is(redactRecord(line), line);
  });

  it('takes a secret out of a text and keeps the rest', () => {
    const line = JSON.stringify({ type: 'user', message: { content: `use ${TOKEN} for it` } });
    const clean = redactRecord(line);
    assert.not.match(clean, TOKEN);
    assert.match(JSON.parse(clean).message.content, /^use \[REDACTED:[a-z-]+\] for it$/);
  });

  it('finds a private key whose lines are escaped, also inside JSON inside a text', () => {
    for (const content of [`key:\n${KEY}\nend`, JSON.stringify({ cmd: `echo '${KEY}'` })]) {
      const clean = redactRecord(JSON.stringify({ payload: { arguments: content } }));
      assert.not.match(clean, 'MIIEow');
      assert.match(JSON.parse(clean).payload.arguments, '[REDACTED:');
    }
  });

  it('finds a secret behind one of the same kind that was taken out before', () => {
    const url = (secret: string) => `postgres://shop:${secret}@db.internal:5432/shop`;
    const clean = redactRecord(JSON.stringify({ a: url('[REDACTED:database-url]'), b: url('b5KKe44Mhh99Wcc8') }));
    assert.not.match(clean, 'b5KKe44Mhh99Wcc8');
    assert.type(JSON.parse(clean).b, 'string');
  });

  it('finds a secret by the name of its field', () => {
    const clean = redactRecord('{"input":{"db_password":"Tr0ub4dor&3-horse"},"n":1}');
    assert.is(JSON.parse(clean).input.db_password, '[REDACTED:assigned-secret]');
  });

  it('finds an assignment that needs a line end before it', () => {
    const clean = redactRecord(JSON.stringify({ stdout: 'PORT=80\nSTRIPE_SECRET_KEY=q8Zr4Tn6Yp2Ws0Xv\nDEBUG=1' }));
    assert.not.match(clean, 'q8Zr4Tn6Yp2Ws0Xv');
    assert.match(JSON.parse(clean).stdout, /^PORT=80\n.*\nDEBUG=1$/s);
  });

  it('gives valid JSON whatever stands around the secret', () => {
    const around = ['', '\\', '"', '\n', '\u2028', '\\"', '\\u0041 ', '{', '😀'];
    for (const before of around)
      for (const after of around) {
        const clean = redactRecord(JSON.stringify({ [`k${before}`]: `${before}${TOKEN}${after}`, n: [1, null] }));
        assert.type(JSON.parse(clean), 'object');
        assert.not.match(clean, TOKEN);
      }
  });
});
