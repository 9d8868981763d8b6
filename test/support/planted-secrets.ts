/** Text that looks generated. */
const letters = (length: number, seed: number) =>
  Array.from({ length }, (_, at) => 'aK3bQ7cX9dM2eR5fT8gW1hZ4'[(at * 7 + seed * 5 + ((at * seed) % 11)) % 24]).join('');
/** Fifteen kinds, put together here so that no file of this repository looks like it holds one. */
export const planted: Readonly<Record<string, string>> = {
  'aws-id': `AKIA${'J3QX7MZ2WV5KTN4P'}`,
  github: `ghp_${letters(36, 1)}`,
  'github-fine': `github_pat_${letters(22, 2)}_${letters(59, 3)}`,
  gitlab: `glpat-${letters(20, 4)}`,
  slack: `xoxb-${'123456789012'}-${'123456789012'}-${letters(24, 5)}`,
  stripe: `sk_live_${letters(24, 6)}`,
  anthropic: `sk-ant-api03-${letters(93, 7)}AA`,
  google: `AIza${letters(35, 8)}`,
  npm: `npm_${letters(36, 9)}`,
  sendgrid: `SG.${letters(22, 10)}.${letters(43, 11)}`,
  jwt: `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${letters(43, 12)}`,
  pem: `-----BEGIN PRIVATE KEY-----\n${letters(64, 13)}\n${letters(64, 14)}\n-----END PRIVATE KEY-----`,
  url: `postgres://shop:${letters(16, 15)}@db.internal:5432/shop`,
  password: `password = "${letters(18, 16)}"`,
  bearer: `Authorization: Bearer ${letters(40, 17)}`,
};

/** What must not be found of each: of a value beside its name, the value; of a key of several lines, each line. */
export function secretParts(): readonly { readonly kind: string; readonly text: string }[] {
  return Object.entries(planted).flatMap(([kind, secret]) => {
    const bare = secret
      .replace(/^(?:password = |Authorization: Bearer )"?|"$/g, '')
      .replace(/^postgres:\/\/shop:|@.*$/g, '');
    const lines = bare.split('\n').filter((line) => !line.startsWith('-----'));
    return lines.map((text) => ({ kind, text }));
  });
}
