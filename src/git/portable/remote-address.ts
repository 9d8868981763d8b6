import { Failure } from '../../core/failure.ts';
import type { ConfigValues } from '../files/config-values.ts';
import { Refusal } from '../files/refusal.ts';
import { rewriteUrl } from '../rewrite-url.ts';

/** The URL of a configured remote, as git would rewrite it. Only http and https can be spoken here. */
export function addressOf(config: ConfigValues, remote: string, forPush: boolean): URL {
  const push = forPush ? config.text(`remote.${remote}.pushurl`) : undefined;
  const given = push ?? config.text(`remote.${remote}.url`);
  if (given === undefined) {
    throw new Failure('fatal', `there is no remote '${remote}'`, {
      hint: 'Add it to .git/config, or name another one.',
    });
  }
  const text = rewriteUrl(config.entries, given, forPush && push === undefined);
  if (/^https?:\/\//i.test(text)) return new URL(text.replace(/\/+$/, ''));
  throw new Refusal(
    `the remote '${remote}': it speaks ${transportOf(text)}, and without git only http and https can be spoken`,
    whatToDo(text),
  );
}

function transportOf(url: string): string {
  const scheme = /^([a-z+]+):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== undefined) return scheme;
  return /^[^/\\]+:/.test(url) ? 'ssh' : 'file';
}

function whatToDo(url: string): string {
  const [, host, path] = /^(?:ssh:\/\/)?(?:[^@/]+@)?([^:/]+)(?::\d+)?[:/](.+)$/.exec(url) ?? [];
  if (transportOf(url) !== 'ssh' || host === undefined || path === undefined)
    return 'Install git here; the native engine can do it.';
  return `Install git and ssh, or use https: \`url.https://${host}/.insteadOf\` in git's configuration and a token in GIT_CHECKPOINT_TOKEN.`;
}
