import { characterKinds, isPlaceholder, looksGenerated } from './secret-value.ts';

/** Where a secret is; never what it is. */
export interface SecretSpan {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** One kind of secret that has a form of its own. */
export interface SecretRule {
  readonly kind: string;
  /** Text without this piece is not searched. */
  readonly hint: string;
  /** The hint is in lower case, and the text may have it in any. */
  readonly anyCase?: boolean;
  /** Global; a group named `secret` narrows what is replaced. Every repetition is bounded: time stays linear. */
  readonly pattern: RegExp;
  /** Says no to look-alikes. */
  readonly accepts?: (secret: string) => boolean;
}

/** A token with a vendor's prefix, not inside a longer word. */
function token(kind: string, hint: string, form: string): SecretRule {
  return {
    kind,
    hint,
    // Made when a text has the hint: there are seventy of them.
    get pattern() {
      return new RegExp(`(?<![A-Za-z0-9_])(?:${form})(?![A-Za-z0-9])`, 'g');
    },
    accepts: isVaried,
  };
}

function isVaried(secret: string): boolean {
  return new Set(secret).size > 8 && !/x{6}|\*{4}|\.{3}|0{12}|EXAMPLE$/i.test(secret);
}

const cloud: readonly SecretRule[] = [
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA'].map((start) => token('aws-access-key-id', start, `${start}[A-Z2-7]{16}`)),
  {
    kind: 'aws-secret-access-key',
    hint: 'aws',
    anyCase: true,
    pattern:
      /aws[\w.-]{0,24}(?:secret|sk)[\w.-]{0,24}\\{0,2}["']?\s{0,3}[:=]>?\s{0,3}\\{0,2}["']?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    accepts: isVaried,
  },
  token('google-api-key', 'AIza', 'AIza[\\w-]{35}'),
  token('google-oauth-token', 'ya29.', 'ya29\\.[\\w-]{20,512}'),
  token('google-oauth-secret', 'GOCSPX-', 'GOCSPX-[\\w-]{20,40}'),
  {
    kind: 'azure-connection-string',
    hint: 'Key=',
    pattern: /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{40,120}={0,2})/g,
    accepts: isVaried,
  },
  {
    kind: 'azure-sas',
    hint: 'sig=',
    pattern: /[?&]sig=(?<secret>[A-Za-z0-9%+/_-]{40,140}={0,2})/g,
    accepts: isVaried,
  },
  token('azure-client-secret', 'Q~', '[A-Za-z0-9_~.-]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}'),
  token('digitalocean-token', '_v1_', 'do[opr]_v1_[a-f0-9]{64}'),
  token('heroku-token', 'HRKU-', 'HRKU-[\\w-]{36,80}'),
  token('fly-token', 'fm', 'fm[12][a-z]?_[A-Za-z0-9+/=]{60,512}'),
  token('databricks-token', 'dapi', 'dapi[a-f0-9]{32}(?:-\\d)?'),
  token('cloudflare-ca-key', 'v1.0-', 'v1\\.0-[a-f0-9]{24}-[a-f0-9]{146}'),
];

const forges: readonly SecretRule[] = [
  token('github-token', 'gh', 'gh[opr]_[A-Za-z0-9]{36,251}'),
  token('github-app-token', 'gh', 'gh[us]_[A-Za-z0-9_.-]{36,600}'),
  token('github-fine-grained-token', 'github_pat_', 'github_pat_\\w{40,251}'),
  token('gitlab-token', 'gl', 'gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct|oas)-[\\w.-]{20,300}'),
  token('bitbucket-token', 'AT', 'AT(?:BB|CTT3xFfG)[\\w=-]{24,250}'),
  token('atlassian-token', 'ATATT3', 'ATATT3[\\w=-]{60,300}'),
  token('npm-token', 'npm_', 'npm_[A-Za-z0-9]{36}'),
  token('pypi-token', 'pypi-', 'pypi-AgE[\\w-]{50,400}'),
  token('rubygems-token', 'rubygems_', 'rubygems_[a-f0-9]{48}'),
  token('nuget-key', 'oy2', 'oy2[a-z0-9]{43}'),
  token('docker-token', 'dckr_', 'dckr_(?:pat|oat)_[\\w-]{20,64}'),
  {
    kind: 'docker-auth',
    hint: 'auth',
    pattern:
      /\\{0,2}"(?:auth|identitytoken)\\{0,2}"\s{0,3}:\s{0,3}\\{0,2}"(?<secret>[A-Za-z0-9+/]{12,2000}={0,2})\\{0,2}"/g,
    accepts: isVaried,
  },
];

const models: readonly SecretRule[] = [
  token('anthropic-key', 'sk-ant-', 'sk-ant-[\\w-]{20,200}'),
  {
    kind: 'openai-key',
    hint: 'sk-',
    pattern:
      /(?<![A-Za-z0-9_-])sk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-|None-)?[A-Za-z0-9_-]{20,220}(?![A-Za-z0-9])/g,
    accepts: (secret) => isVaried(secret) && looksGenerated(secret.slice(3)) && !/^sk-[a-z]+(?:-[a-z]+)+/.test(secret),
  },
  token('huggingface-token', 'hf_', 'hf_[A-Za-z0-9]{30,64}'),
  token('groq-key', 'gsk_', 'gsk_[A-Za-z0-9]{40,64}'),
  token('replicate-token', 'r8_', 'r8_[A-Za-z0-9]{37}'),
  token('xai-key', 'xai-', 'xai-[A-Za-z0-9]{60,100}'),
  token('perplexity-key', 'pplx-', 'pplx-[A-Za-z0-9]{40,64}'),
];

const services: readonly SecretRule[] = [
  token('slack-token', 'xox', 'xox[abposrecd](?:\\.xox[a-z])?-[\\w-]{10,250}'),
  token('slack-token', 'xapp', 'xapp-[\\w-]{10,250}'),
  {
    kind: 'slack-webhook',
    hint: 'hooks.slack.com/',
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[\w/+-]{20,120})/g,
    accepts: isVaried,
  },
  {
    kind: 'discord-webhook',
    hint: '/api/webhooks/',
    pattern: /\/api\/webhooks\/(?<secret>\d{15,22}\/[\w-]{50,90})/g,
  },
  token('stripe-key', 'k_', '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,247}'),
  token('webhook-secret', 'whsec_', 'whsec_[A-Za-z0-9+/=]{24,100}'),
  token('twilio-key', 'SK', 'SK[0-9a-f]{32}'),
  token('sendgrid-key', 'SG.', 'SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}'),
  token('mailgun-key', 'key-', 'key-[0-9a-f]{32}'),
  token('telegram-token', ':AA', '\\d{8,10}:AA[\\w-]{33}'),
  token('shopify-token', 'shp', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}'),
  token('square-token', 'sq0', 'sq0[a-z]{3}-[\\w-]{22,60}'),
  token('linear-key', 'lin_', 'lin_(?:api|oauth)_[A-Za-z0-9]{40,64}'),
  token('notion-token', 'ntn_', 'ntn_[A-Za-z0-9]{40,64}'),
  token('figma-token', 'figd_', 'figd_[\\w-]{36,64}'),
  token('sentry-token', 'sntry', 'sntry[su]_[A-Za-z0-9+/=_]{40,400}'),
  token('grafana-token', 'gl', '(?:glsa|glc)_[A-Za-z0-9_+/=]{32,400}'),
  token('newrelic-key', 'NRAK-', 'NRAK-[A-Z0-9]{27}'),
  token('postman-key', 'PMAK-', 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}'),
  token('supabase-key', 'sb', '(?:sbp_[a-f0-9]{40}|sb_secret_[\\w-]{20,64})'),
  token('planetscale-token', 'pscale_', 'pscale_(?:tkn|pw|oauth)_[\\w.=-]{32,64}'),
  token('doppler-token', 'dp.', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}'),
  token('vault-token', 'hv', 'hv[sbr]\\.[\\w-]{24,200}'),
  token('terraform-token', '.atlasv1.', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,70}'),
  token('onepassword-token', 'ops_eyJ', 'ops_eyJ[\\w-]{100,1500}'),
];

const headers: readonly SecretRule[] = [
  token('jwt', 'eyJ', 'eyJ[\\w-]{8,2000}\\.(?:eyJ)?[\\w-]{8,4000}\\.[\\w-]{8,1000}'),
  token('age-key', 'AGE-', 'AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9]{1,20})-1[0-9A-Z]{50,70}'),
  {
    kind: 'bearer',
    hint: 'earer',
    pattern: /\b[Bb]earer\s{1,3}(?<secret>[A-Za-z0-9_~+/.-]{12,4000}={0,2})/g,
    accepts: (secret) => !isPlaceholder(secret) && looksGenerated(secret),
  },
  {
    kind: 'basic-auth',
    hint: 'asic',
    pattern: /\b[Bb]asic\s{1,3}(?<secret>[A-Za-z0-9+/]{12,2000}={0,2})(?![A-Za-z0-9+/=])/g,
    accepts: (secret) => characterKinds(secret) >= 3 || (secret.endsWith('=') && characterKinds(secret) >= 2),
  },
  {
    kind: 'database-url',
    hint: '://',
    pattern:
      /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|cockroachdb|clickhouse|oracle|nats|kafka)(?:\+\w{1,12})?:\/\/[^\s:@/"'<>]{0,128}:(?<secret>[^\s/"'<>]{1,256})@(?=[^\s@"'])/gi,
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    kind: 'url-password',
    hint: '://',
    pattern: /:\/\/[^\s:@/"'<>]{0,128}:(?<secret>[^\s/"'<>]{1,256})@(?=[^\s@"'])(?!example\.(?:com|org|net)\b)/g,
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    kind: 'cookie',
    hint: 'ookie',
    pattern: /\b(?:set-)?cookie\s{0,2}:\s{0,2}[\w.-]{1,64}=(?<secret>[\w%+/.~-]{16,4000}={0,2})/gi,
    accepts: (secret) => looksGenerated(secret),
  },
];

/** Kinds with a form of their own, the most specific first. */
export const secretRules: readonly SecretRule[] = [...cloud, ...forges, ...models, ...services, ...headers];
