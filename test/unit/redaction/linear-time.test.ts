import * as assert from 'uvu/assert';
import { forms } from '../../../scripts/secrets/forms.ts';
import { shapes } from '../../../scripts/secrets/shapes.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { Random } from '../../support/random.ts';
import { describe } from '../../support/suite.ts';

const SMALL = 4 * 1024;
const TIMES = 16;
/** Work in proportion grows sixteen times, quadratic work 256 times. What is too little to measure counts as this much. */
const MOST_GROWTH = 80;
const LEAST_MS = 4;

/** Pieces that begin something: rules go on looking behind them. */
const beginnings = [
  ...[
    'password',
    'token=',
    'token: ',
    'secret is ',
    'api key ',
    '"token": "',
    "'token' => '",
    'TOKEN=',
    '--token ',
    '-p',
  ],
  ...[
    'mysql -p',
    'curl -u a:',
    'docker login -p ',
    'echo a | ',
    'Bearer ',
    'authorization: ',
    'cookie: a=',
    "identified by '",
  ],
  ...[
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq',
    'Private-Lines: 3\n',
    '-----BEGIN OpenVPN Static key V1-----\n',
    'kind: Secret\n',
    'kind: Secret\ndata:\n  a: b1c2d3\n',
    '\n---\n',
    'net use Z: \\\\a\\b ',
    'log in as a / ',
    'jdbc:oracle:thin:a/',
    "ConvertTo-SecureString '",
    'token [x]: ',
    '-----END ',
  ],
  ...[
    'eyJ',
    'eyJhbGciOi.',
    '://a:b',
    'postgres://a:',
    'https://',
    'aws_secret_',
    'AKIA',
    'ghp_',
    'sk-',
    'AccountKey=',
    '?sig=',
  ],
  ...[
    'a,token\n',
    '|token|\n',
    'name: token, value: "',
    '<password>',
    'variable "token" {',
    'login a password ',
    '{"kty',
    '"d": "',
  ],
  ...[
    'A_',
    '\\"',
    "'",
    '"',
    '`',
    '\\',
    '\n',
    ' ',
    '=',
    ':',
    '$',
    '${',
    '<',
    '%',
    'x',
    '|',
    ',',
    '. ',
    'password for a b c ',
  ],
];

/** The time of the processor, which others on the machine disturb less than the clock. */
function work(text: string): number {
  const before = process.cpuUsage();
  redact(text);
  const { user, system } = process.cpuUsage(before);
  return Math.max(LEAST_MS, (user + system) / 1000);
}

/** The least of several measurements: a pause of the machine is no work of ours. */
function growsTooFast(piece: string): boolean {
  const small = piece.repeat(Math.ceil(SMALL / piece.length));
  const large = small.repeat(TIMES);
  return [1, 2, 3].every(() => work(large) / work(small) >= MOST_GROWTH);
}

describe('the time of redaction', (it) => {
  it('grows with the text for every beginning of a secret, again and again', () => {
    for (const piece of beginnings) assert.not(growsTooFast(piece), JSON.stringify(piece));
  });

  it('grows with the text for every form and shape, whole and cut off', () => {
    const random = new Random(3);
    const texts = [
      ...forms.map(({ write }) => write('aB3$x')),
      ...shapes.map(({ make }) => make(random).text.slice(0, 200)),
    ];
    for (const text of texts) {
      const piece = text.slice(0, 1 + random.below(text.length));
      assert.not(growsTooFast(piece), JSON.stringify(piece));
    }
  });

  it('grows with the text for beginnings that follow each other in any order', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = new Random(seed);
      const piece = Array.from({ length: 1 + random.below(5) }, () => random.pick(beginnings)).join('');
      assert.not(growsTooFast(piece), `${seed}: ${JSON.stringify(piece)}`);
    }
  });

  it('is no matter of the stack: a key of 20 MB is one secret', () => {
    const line = `${'aB3dE5gH7jK9mN1p'.repeat(4)}\n`;
    const key = `-----BEGIN PRIVATE KEY-----\n${line.repeat(320_000)}-----END PRIVATE KEY-----`;
    assert.is(redact(key).text, '[REDACTED:private-key]');
  });
});
