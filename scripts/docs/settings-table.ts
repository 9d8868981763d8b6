import { type Form, type Setting, settings } from '../../src/config/settings.ts';

const BEGIN = '<!-- npm run docs: from src/config/settings.ts -->';
const END = '<!-- end -->';
const HEAD = "| git's configuration | file | environment | values | default | a repository may set it | |";

/** docs/settings.md with its table as the settings have it. */
export function withSettings(document: string): string {
  const [before, rest] = document.split(`${BEGIN}\n`);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('docs/settings.md has no place for the settings');
  const rule = `${'| --- '.repeat(7)}|`;
  return `${before}${BEGIN}\n${[HEAD, rule, ...settings.map(rowOf)].join('\n')}\n${END}${after}`;
}

function rowOf({ git, file, env, form, default: value, ofUser, about }: Setting): string {
  const current = env[0] === undefined ? '–' : `\`${env[0]}\``;
  const cells = [`\`checkpoint.${git}\``, `\`${file}\``, current, valuesOf(form), defaultOf(value)];
  return `| ${[...cells, ofUser ? '**no**' : 'yes', about].join(' | ')} |`;
}

function valuesOf(form: Form): string {
  switch (form.kind) {
    case 'choice':
      return form.choices.join(', ');
    case 'flag':
      return 'true, false';
    case 'number':
      return `${form.least.toLocaleString('en-US')}–${form.most.toLocaleString('en-US')}`;
    case 'size':
      return 'bytes, 512k, 10m';
    case 'text':
      return 'a text';
    case 'texts':
      return 'a list';
  }
}

function defaultOf(value: Setting['default']): string {
  if (!Array.isArray(value)) return value === '' ? 'none' : String(value);
  if (value.length > 3) return 'below';
  return value.length === 0 ? 'none' : value.map((one) => `\`${one}\``).join(' ');
}
