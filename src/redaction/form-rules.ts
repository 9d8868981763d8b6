import { looksGenerated } from './oddity.ts';
import { isPlaceholder } from './placeholder.ts';
import { isVaried, type SecretRule } from './secret-span.ts';
import { isSecretValue } from './secret-value.ts';

/** Kinds of secret with a form of their own that is more than a prefix. */
export const formRules: readonly SecretRule[] = [
  {
    kind: 'aws-secret-access-key',
    hints: ['aws', 'AWS', 'Aws'],
    pattern:
      /aws[\w.-]{0,24}(?:secret|sk)[\w.-]{0,24}\\{0,2}["']?\s{0,3}[:=]>?\s{0,3}\\{0,2}["']?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    accepts: isVaried,
  },
  {
    kind: 'azure-connection-string',
    hints: ['Key='],
    pattern: /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{40,120}={0,2})/g,
    accepts: isVaried,
  },
  {
    kind: 'azure-sas',
    hints: ['?sig=', '&sig='],
    pattern: /[?&]sig=(?<secret>[A-Za-z0-9%+/_-]{40,140}={0,2})/g,
    accepts: isVaried,
  },
  {
    kind: 'docker-auth',
    hints: ['"auth', '"identitytoken'],
    pattern:
      /\\{0,2}"(?:auth|identitytoken)\\{0,2}"\s{0,3}:\s{0,3}\\{0,2}"(?<secret>[A-Za-z0-9+/]{12,2000}={0,2})\\{0,2}"/g,
    accepts: isVaried,
  },
  {
    kind: 'openai-key',
    hints: ['sk-'],
    pattern:
      /(?<![A-Za-z0-9_-])sk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-|None-)?[A-Za-z0-9_-]{20,220}(?![A-Za-z0-9])/g,
    accepts: (secret) => isVaried(secret) && looksGenerated(secret.slice(3)) && !/^sk-[a-z]+(?:-[a-z]+)+/.test(secret),
  },
  {
    kind: 'slack-webhook',
    hints: ['hooks.slack.com/'],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[\w/+-]{20,120})/g,
    accepts: isVaried,
  },
  {
    kind: 'discord-webhook',
    hints: ['/api/webhooks/'],
    pattern: /\/api\/webhooks\/(?<secret>\d{15,22}\/[\w-]{50,90})/g,
  },
  {
    kind: 'azure-client-secret',
    hints: ['Q~'],
    pattern: /(?<![A-Za-z0-9_])(?:[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34})(?![A-Za-z0-9])/g,
    accepts: isVaried,
  },
  {
    kind: 'telegram-token',
    hints: [':AA'],
    pattern: /(?:(?<![A-Za-z0-9_])|(?<=\/bot))(?:\d{8,10}:AA[\w-]{33})(?![A-Za-z0-9])/g,
    accepts: isVaried,
  },
  {
    kind: 'signed-url',
    hints: ['-Signature='],
    pattern: /X-(?:Amz|Goog)-Signature=(?<secret>[0-9a-f]{64,512})/gi,
  },
  {
    kind: 'twilio-token',
    hints: ['AC'],
    pattern: /(?<![A-Za-z0-9])AC[0-9a-f]{32}["']?\s{0,3}[,:]\s{0,3}["']?(?<secret>[0-9a-f]{32})(?![0-9a-f])/g,
  },
  {
    kind: 'oracle-password',
    hints: ['oracle', 'sqlplus', 'expdp', 'impdp', 'sqlldr'],
    pattern:
      /(?:jdbc:oracle:\w{3,6}:|(?:sqlplus|expdp|impdp|sqlldr) (?:-[A-Za-z]{1,2} ){0,2})[\w$#.]{1,40}\/(?<secret>[^\s@"'/\\]{4,64})@/g,
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    kind: 'flag-value',
    hints: ['net use', 'NET USE'],
    pattern: /\bnet use \S{1,80} \\{2,4}\S{1,120} (?<secret>[^\s/*]{4,64}) \/user/gi,
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    kind: 'flag-value',
    hints: ['ConvertTo-SecureString'],
    pattern: /ConvertTo-SecureString(?: -String)? ["'](?<secret>[^"'\n]{4,128})["']/g,
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    kind: 'assigned-secret',
    hints: ['log in ', 'login ', 'Log in ', 'Login ', 'sign in ', 'Sign in '],
    pattern: /\b(?:log|sign) ?in (?:with|as|using):? [\w.@+-]{2,40} ?[/:|] ?(?<secret>[^\s"'`]{6,64})/gi,
    accepts: (secret) => isSecretValue({ value: secret, place: 'likely', quoted: false, password: true }),
  },
  {
    kind: 'terraform-token',
    hints: ['.atlasv1.'],
    pattern: /(?<![A-Za-z0-9_])(?:[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70})(?![A-Za-z0-9])/g,
    accepts: isVaried,
  },
];
