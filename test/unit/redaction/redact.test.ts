import * as assert from 'uvu/assert';
import { countRedactions, findSecrets, redact, redactDeep } from '../../../src/redaction/redact.ts';
import { redactNote } from '../../../src/redaction/redact-note.ts';
import { sampleNote } from '../../support/sample-note.ts';
import { describe } from '../../support/suite.ts';

/** Letters and digits in no order, the same each time. No secret is written out in this file. */
function noise(length: number, alphabet = 'kR7xQ2mVb9TzLc4NwHs6DpYfJ3gA8eUi'): string {
  let state = 7;
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return alphabet[Math.floor(state / 65536) % alphabet.length];
  }).join('');
}
const hex = (length: number) => noise(length, '9a3f7c1e8b5d2046');
const upper = (length: number) => noise(length, 'K7QX2MVB4TZLC6NWHS3DPYFJ5GA');
const dashes = '-'.repeat(5);
const pem = (label: string, body = `\n${noise(64)}\n${noise(40)}\n`) =>
  `${dashes}BEGIN ${label}PRIVATE KEY${dashes}${body}${dashes}END ${label}PRIVATE KEY${dashes}`;

/** kind → a text, and the part of it that must be gone. */
const samples: readonly (readonly [kind: string, secret: string, around?: (secret: string) => string])[] = [
  ['aws-access-key-id', `AKIA${upper(16)}`],
  ['aws-secret-access-key', noise(40), (s) => `aws_secret_access_key = ${s}`],
  ['google-api-key', `AIza${noise(35)}`],
  ['google-oauth-token', `ya29.${noise(60)}`],
  ['google-oauth-secret', `GOCSPX-${noise(28)}`],
  ['gcp-private-key', pem('', `\\n${noise(64)}\\n`), (s) => `{"private_key": "${s}\\n"}`],
  ['azure-connection-string', `${noise(86)}==`, (s) => `AccountName=x;AccountKey=${s};EndpointSuffix=y`],
  ['azure-sas', `${noise(43)}%3D`, (s) => `https://x.blob.core.windows.net/c?sv=2024&sig=${s}`],
  ['azure-client-secret', `${noise(3)}8Q~${noise(34)}`],
  ['digitalocean-token', `dop_v1_${hex(64)}`],
  ['heroku-token', `HRKU-${noise(60)}`],
  ['fly-token', `fm2_${noise(120)}`],
  ['databricks-token', `dapi${hex(32)}`],
  ['cloudflare-ca-key', `v1.0-${hex(24)}-${hex(146)}`],
  ['github-token', `ghp_${noise(36)}`],
  ['github-app-token', `ghs_${noise(36)}`],
  ['github-fine-grained-token', `github_pat_${noise(22)}_${noise(59)}`],
  ['gitlab-token', `glpat-${noise(20)}`],
  ['bitbucket-token', `ATBB${noise(32)}`],
  ['atlassian-token', `ATATT3${noise(180)}`],
  ['npm-token', `npm_${noise(36)}`],
  ['pypi-token', `pypi-AgE${noise(120)}`],
  ['rubygems-token', `rubygems_${hex(48)}`],
  ['nuget-key', `oy2${noise(43, 'abc4def5ghi6jkl7mn')}`],
  ['docker-token', `dckr_pat_${noise(27)}`],
  ['docker-auth', `${noise(30)}==`, (s) => `{"auths": {"r": {"auth": "${s}"}}}`],
  ['anthropic-key', `sk-ant-api03-${noise(95)}`],
  ['openai-key', `sk-proj-${noise(60)}`],
  ['huggingface-token', `hf_${noise(34)}`],
  ['groq-key', `gsk_${noise(52)}`],
  ['replicate-token', `r8_${noise(37)}`],
  ['xai-key', `xai-${noise(80)}`],
  ['perplexity-key', `pplx-${noise(48)}`],
  ['slack-token', `xoxb-${noise(12, '0918273645')}-${noise(24)}`],
  ['slack-webhook', `T0${upper(7)}/B0${upper(7)}/${noise(24)}`, (s) => `https://hooks.slack.com/services/${s}`],
  ['discord-webhook', `${noise(18, '0918273645')}/${noise(68)}`, (s) => `https://discord.com/api/webhooks/${s}`],
  ['stripe-key', `sk_live_${noise(24)}`],
  ['webhook-secret', `whsec_${noise(32)}`],
  ['twilio-key', `SK${hex(32)}`],
  ['sendgrid-key', `SG.${noise(22)}.${noise(43)}`],
  ['mailgun-key', `key-${hex(32)}`],
  ['telegram-token', `${noise(10, '0918273645')}:AA${noise(33)}`],
  ['shopify-token', `shpat_${hex(32)}`],
  ['square-token', `sq0csp-${noise(43)}`],
  ['linear-key', `lin_api_${noise(40)}`],
  ['notion-token', `ntn_${noise(46)}`],
  ['figma-token', `figd_${noise(40)}`],
  ['sentry-token', `sntrys_${noise(80)}`],
  ['grafana-token', `glsa_${noise(32)}_${hex(8)}`],
  ['newrelic-key', `NRAK-${upper(27)}`],
  ['postman-key', `PMAK-${hex(24)}-${hex(34)}`],
  ['supabase-key', `sbp_${hex(40)}`],
  ['planetscale-token', `pscale_tkn_${noise(43)}`],
  ['doppler-token', `dp.pt.${noise(43)}`],
  ['vault-token', `hvs.${noise(90)}`],
  ['terraform-token', `${noise(14)}.atlasv1.${noise(67)}`],
  ['onepassword-token', `ops_eyJ${noise(200)}`],
  ['jwt', `eyJ${noise(20)}.eyJ${noise(40)}.${noise(43)}`],
  ['age-key', `AGE-SECRET-KEY-1${upper(58)}`],
  ['private-key', pem('RSA ')],
  ['ssh-private-key', pem('OPENSSH ')],
  ['pgp-private-key', pem('PGP ').replaceAll('KEY-', 'KEY BLOCK-')],
  ['bearer', noise(40), (s) => `curl -H 'Authorization: Bearer ${s}' https://api.test`],
  ['basic-auth', `${noise(30)}==`, (s) => `Authorization: Basic ${s}`],
  ['url-password', 'hunter2', (s) => `git clone https://ada:${s}@git.test/x.git`],
  ['database-url', 'p4ss@word', (s) => `postgres://app:${s}@db.internal:5432/prod`],
  ['cookie', noise(40), (s) => `Cookie: session=${s}`],
  ['env-value', 'correcthorse', (s) => `# local\nexport DB_PASSWORD=${s}\n`],
  ['assigned-secret', 'hunter2!', (s) => `const options = { password: '${s}' };`],
  ['assigned-secret', noise(32), (s) => `{"api_key": "${s}"}`],
  ['assigned-secret', noise(32), (s) => `{\\"clientSecret\\": \\"${s}\\"}`],
  ['assigned-secret', noise(24), (s) => `GET /x?access_token=${s}&page=2`],
  ['flag-value', noise(24), (s) => `deploy --token ${s} --env prod`],
  ['basic-auth', 'hunter2!', (s) => `curl -s -u ada:${s} https://api.test`],
  ['netrc-password', noise(12), (s) => `machine git.test login ada password ${s}`],
  ['netrc-password', noise(12), (s) => `default login ada password ${s}`],
  ['netrc-password', noise(12), (s) => `+  login ada\n+  password ${s}\n`],
];

describe('redaction', (it) => {
  for (const [kind, secret, around = (s: string) => `before ${s} after`] of samples) {
    const text = around(secret);
    it(`hides ${kind} in ${text.replace(secret, '…').slice(0, 50).replaceAll('\n', ' ')}`, () => {
      const redacted = redact(text);
      assert.is(redacted.text, text.replace(secret, `[REDACTED:${kind}]`));
      assert.equal([redacted.count, redacted.kinds], [1, [kind]]);
    });
  }

  it('changes nothing when it is done twice', () => {
    const everything = samples.map(([, secret, around]) => (around ? around(secret) : secret)).join('\n');
    const once = redact(everything);
    assert.is(redact(once.text).text, once.text);
    assert.ok(once.count >= samples.length);
    for (const [, secret] of samples) assert.not(once.text.includes(secret), secret.slice(0, 8));
  });

  it('takes no words of a sentence about a login for an entry of a netrc file', () => {
    for (const text of [
      'The login or password forgotten page is gone?',
      'See why login and password change both fail.',
    ])
      assert.is(redact(text).text, text);
  });

  it('hides a private key that was cut off', () => {
    const cut = `${dashes}BEGIN PRIVATE KEY${dashes}\n${noise(64)}\n${noise(30)}`;
    assert.is(redact(`${cut}`).text, '[REDACTED:private-key]');
  });

  it('hides the private half of a PuTTY key', () => {
    const lines = `${noise(64)}\n${noise(40)}\n`;
    const key = `Public-Lines: 1\nAAAA\nPrivate-Lines: 2\n${lines}`;
    assert.is(redact(key).text, 'Public-Lines: 1\nAAAA\nPrivate-Lines: 2\n[REDACTED:ssh-private-key]\n');
  });

  it('leaves translations in other scripts alone, and not a password in one', () => {
    const texts = [
      '"pass": "Ο ρόλος ARIA επιτρέπεται για το συγκεκριμένο στοιχείο"',
      '"pass": "ARIA роль допустима для данного элемента"',
      '"pass": "ARIA属性が定義されたロールに対して正しく使用されています"',
      '"password": "パスワードを入力してください（8文字以上、記号を含む）"',
      '"pass": "<body> 不存在 aria-hidden 属性"',
      '"token": "פג תוקפו של האסימון, 30 דקות"',
    ];
    for (const text of texts) assert.is(redact(text).text, text);
    assert.is(redact('"password": "Пароль2024!"').count, 1);
  });

  it('leaves code about secrets alone', () => {
    const code = [
      'function login(password: string, token: Token): Promise<void> {}',
      'const token = process.env.GITHUB_TOKEN ?? config.token;',
      'password = getpass.getpass("Password: ")',
      'max_tokens: 4096, tokenCount = 123456789, contextTokens: 200000,',
      'if (secret === expectedSecret) return;',
      'PASSWORD=$(cat /run/secret)',
      `API_KEY=$\{API_KEY:-}`,
      'export GITHUB_TOKEN=<your token>',
      'password: "********", secret: "changeme", api_key: "your-api-key"',
      'https://user:password@host/ and http://localhost:3000/@scope/name',
      `/${dashes}BEGIN [A-Z ]*PRIVATE KEY${dashes}/`,
      'sk-circle-fade-dot-animation-container',
      'integrity: sha512-abc, commit 9a3f7c1e8b5d20469a3f7c1e8b5d20469a3f7c1e',
      'Basic authentication and Bearer tokens are supported',
    ].join('\n');
    assert.is(redact(code).text, code);
  });

  it('comes to an end on hostile text, where a quadratic rule would take minutes', () => {
    const hostile = [
      'password'.repeat(40_000),
      'token='.repeat(50_000),
      `${dashes}BEGIN PRIVATE KEY${dashes}`.repeat(10_000),
      'eyJ'.repeat(100_000),
      `eyJ${'a.'.repeat(100_000)}`,
      '://a:b'.repeat(50_000),
      'curl '.repeat(60_000),
      'aws_secret_'.repeat(30_000),
      'A_'.repeat(150_000),
      'login a password '.repeat(20_000),
    ];
    for (const text of hostile) {
      const once = redact(text).text;
      assert.is(redact(once).text, once, text.slice(0, 20));
    }
  });
});

describe('finding secrets', (it) => {
  it('says kind, line and place, and never the secret', () => {
    const secret = `ghp_${noise(36)}`;
    const text = `one\ntwo ${secret}\nthree\npassword = "${'hunter2!'}"`;
    const places = findSecrets(text);
    assert.equal(
      places.map(({ kind, line }) => [kind, line]),
      [
        ['github-token', 2],
        ['assigned-secret', 4],
      ],
    );
    assert.is(text.slice(places[0]?.start, places[0]?.end), secret);
    assert.not(JSON.stringify(places).includes(secret));
  });

  it('reports a secret once when two rules see it', () => {
    assert.equal(
      findSecrets(`GITHUB_TOKEN=ghp_${noise(36)}`).map(({ kind }) => kind),
      ['github-token'],
    );
  });
});

describe('redacting a whole value', (it) => {
  it('reaches every string and counts the marks', () => {
    const clean = redactDeep({ a: [`npm_${noise(36)}`], b: { c: `--token ${noise(24)}` }, d: 1 });
    assert.equal(clean, { a: ['[REDACTED:npm-token]'], b: { c: '--token [REDACTED:flag-value]' }, d: 1 });
    assert.is(countRedactions(clean), 2);
  });

  it('hides a value everywhere that its name gives away in one place', () => {
    const key = hex(64);
    const said = [`Use this value: \`${key}\``, `export ENCRYPTION_KEY=${key}`, 'export CACHE_SECRET=development-only'];
    const clean = redactDeep([...said, 'the development-only server']);
    assert.not(JSON.stringify(clean).includes(key));
    assert.is(clean[0], 'Use this value: `[REDACTED:env-value]`');
    assert.is(clean[3], 'the development-only server', 'words that people choose mean other things elsewhere');
  });

  it('hides a value everywhere in a note', () => {
    const key = hex(64);
    const note = sampleNote();
    const commands = [{ command: `ENCRYPTION_KEY=${key} node encrypt.js`, exit: 0, outcome: 'ok' } as const];
    const { context, analysis, redactions } = redactNote({
      ...note,
      analysis: { ...note.analysis, findings: [`The key is ${key}`] },
      context: { ...note.context, recent_commands: commands },
    });
    assert.equal(analysis.findings, ['The key is [REDACTED:env-value]']);
    assert.not(JSON.stringify(context).includes(key));
    assert.is(redactions, note.redactions + 2);
  });
});
