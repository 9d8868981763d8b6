import { isVaried, type SecretSpan } from './secret-span.ts';

/**
 * Tokens that begin as only those of one vendor do: kind, and the source of a regular expression. Every repetition is bounded: time stays
 * linear. The more specific of two comes first.
 */
const vendorForms: readonly (readonly [kind: string, form: string])[] = [
  ['aws-access-key-id', 'A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}'],
  ['google-api-key', 'AIza[\\w-]{35}'],
  ['google-oauth-token', 'ya29\\.[\\w-]{20,512}'],
  ['google-oauth-secret', 'GOCSPX-[\\w-]{20,40}'],
  ['digitalocean-token', 'do[opr]_v1_[a-f0-9]{64}'],
  ['heroku-token', 'HRKU-[\\w-]{36,80}'],
  ['fly-token', 'fm[12][a-z]?_[A-Za-z0-9+/=]{60,512}'],
  ['databricks-token', 'dapi[a-f0-9]{32}(?:-\\d)?'],
  ['cloudflare-ca-key', 'v1\\.0-[a-f0-9]{24}-[a-f0-9]{146}'],
  ['github-token', 'gh[opr]_[A-Za-z0-9]{36,251}'],
  ['github-app-token', 'gh[us]_[A-Za-z0-9_.-]{36,600}'],
  ['github-fine-grained-token', 'github_pat_\\w{40,251}'],
  ['gitlab-token', 'gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct|oas)-[\\w.-]{20,300}'],
  ['bitbucket-token', 'AT(?:BB|CTT3xFfG)[\\w=-]{24,250}'],
  ['atlassian-token', 'ATATT3[\\w=-]{60,300}'],
  ['npm-token', 'npm_[A-Za-z0-9]{36}'],
  ['pypi-token', 'pypi-AgE[\\w-]{50,400}'],
  ['rubygems-token', 'rubygems_[a-f0-9]{48}'],
  ['nuget-key', 'oy2[a-z0-9]{43}'],
  ['docker-token', 'dckr_(?:pat|oat)_[\\w-]{20,64}'],
  ['anthropic-key', 'sk-ant-[\\w-]{20,200}'],
  ['huggingface-token', 'hf_[A-Za-z0-9]{30,64}'],
  ['groq-key', 'gsk_[A-Za-z0-9]{40,64}'],
  ['replicate-token', 'r8_[A-Za-z0-9]{37}'],
  ['xai-key', 'xai-[A-Za-z0-9]{60,100}'],
  ['perplexity-key', 'pplx-[A-Za-z0-9]{40,64}'],
  ['slack-token', 'xox[abposrecd](?:\\.xox[a-z])?-[\\w-]{10,250}'],
  ['slack-token', 'xapp-[\\w-]{10,250}'],
  ['stripe-key', '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,247}'],
  ['webhook-secret', 'whsec_[A-Za-z0-9+/=]{24,100}'],
  ['twilio-key', 'SK[0-9a-f]{32}'],
  ['sendgrid-key', 'SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}'],
  ['mailgun-key', 'key-[0-9a-f]{32}'],
  ['shopify-token', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}'],
  ['square-token', 'sq0[a-z]{3}-[\\w-]{22,60}'],
  ['linear-key', 'lin_(?:api|oauth)_[A-Za-z0-9]{40,64}'],
  ['notion-token', 'ntn_[A-Za-z0-9]{40,64}'],
  ['figma-token', 'figd_[\\w-]{36,64}'],
  ['sentry-token', 'sntry[su]_[A-Za-z0-9+/=_]{40,400}'],
  ['grafana-token', '(?:glsa|glc)_[A-Za-z0-9_+/=]{32,400}'],
  ['newrelic-key', 'NRAK-[A-Z0-9]{27}'],
  ['postman-key', 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}'],
  ['supabase-key', '(?:sbp_[a-f0-9]{40}|sb_secret_[\\w-]{20,64})'],
  ['planetscale-token', 'pscale_(?:tkn|pw|oauth)_[\\w.=-]{32,64}'],
  ['doppler-token', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}'],
  ['vault-token', 'hv[sbr]\\.[\\w-]{24,200}'],
  ['onepassword-token', 'ops_eyJ[\\w-]{100,1500}'],
  ['jwt', 'eyJ[\\w-]{8,2000}\\.(?:eyJ)?[\\w-]{8,4000}\\.[\\w-]{8,1000}'],
  ['age-key', 'AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9]{1,20})-1[0-9A-Z]{50,70}'],
  ['ssh-private-key', 'b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/]{64,8000}={0,2}'],
];

const whole = (form: string) => `(?<![A-Za-z0-9_])(?:${form})(?![A-Za-z0-9])`;
/** Most texts hold none of them: one look for all is quicker than one for each. */
const ANY = new RegExp(whole(vendorForms.map(([, form]) => form).join('|')));

/** Finds tokens by the form that their vendor gives them. */
export function findVendorTokens(text: string): SecretSpan[] {
  if (!ANY.test(text)) return [];
  return vendorForms.flatMap(([kind, form]) =>
    [...text.matchAll(new RegExp(whole(form), 'g'))]
      .filter(([token]) => isVaried(token))
      .map(({ index, 0: token }) => ({ kind, start: index, end: index + token.length })),
  );
}
