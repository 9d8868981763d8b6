import { looksGenerated } from './oddity.ts';
import { isVaried, type SecretRule } from './secret-rule.ts';

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
    pattern: /(?<![A-Za-z0-9_])(?:\d{8,10}:AA[\w-]{33})(?![A-Za-z0-9])/g,
    accepts: isVaried,
  },
  {
    kind: 'terraform-token',
    hints: ['.atlasv1.'],
    pattern: /(?<![A-Za-z0-9_])(?:[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70})(?![A-Za-z0-9])/g,
    accepts: isVaried,
  },
];
