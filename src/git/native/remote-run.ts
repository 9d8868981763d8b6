import { Failure } from '../../core/failure.ts';
import type { RemoteCall } from '../engine.ts';
import { ProgressLines } from './progress-lines.ts';
import { type GitRun, type RunOptions, spawnGit } from './run.ts';

/** Runs git with a remote in the way of one call. */
export type Speaker = (args: readonly string[], more?: Partial<Pick<RunOptions, 'env' | 'stdin'>>) => Promise<GitRun>;

/** Runs a git that speaks to a remote: it may not be silent forever. */
export function runRemote(args: readonly string[], call: RemoteCall, options: RunOptions): Promise<GitRun> {
  const child = spawnGit(args, options);
  return new Promise((resolve, reject) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const lines = new ProgressLines((text) => call.progress?.(text));
    let silent = false;
    const giveUp = () => {
      silent = true;
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 2000).unref();
      // What git started may live on and hold the pipes open; nobody waits for that.
      child.once('exit', () => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      });
    };
    let timer = setTimeout(giveUp, call.patienceMs);
    const heard = (into: Buffer[]) => (chunk: Buffer) => {
      into.push(chunk);
      clearTimeout(timer);
      timer = setTimeout(giveUp, call.patienceMs);
      if (into === stderr) lines.hear(chunk.toString());
    };
    child.stdout?.on('data', heard(stdout));
    child.stderr?.on('data', heard(stderr));
    // A git that stops early closes its stdin; its exit code tells the story, not our broken pipe.
    child.stdin?.on('error', () => {});
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      if (silent) return reject(tooSilent(call));
      if (code === 0) lines.tellWords();
      resolve({ code: code ?? 128, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() });
    });
    child.stdin?.end(options.stdin ?? '');
  });
}

function tooSilent(call: RemoteCall): Failure {
  const seconds = Math.round(call.patienceMs / 1000);
  return new Failure('fatal', `no response from '${call.remote}' for ${seconds} s`, {
    hint: 'Nothing was lost. Try again, or give it more time with `--timeout SECONDS`.',
  });
}

/** An environment without terminal, window or waiting for a passphrase. */
export function unattended(env: RunOptions['env'], configuredSsh = 'ssh'): RunOptions['env'] {
  return {
    ...env,
    GIT_TERMINAL_PROMPT: '0',
    // A program that answers nothing: git takes the absence of an answer for a refusal.
    GIT_ASKPASS: 'true',
    SSH_ASKPASS_REQUIRE: 'never',
    GCM_INTERACTIVE: 'never',
    // GIT_SSH is a program without options; the time limit bounds it.
    ...(env['GIT_SSH'] === undefined ? { GIT_SSH_COMMAND: batchMode(env['GIT_SSH_COMMAND'] ?? configuredSsh) } : {}),
  };
}

/** Only OpenSSH is known to understand the options; another program is bounded by the time limit alone. */
function batchMode(command: string): string {
  const openssh = /(?:^|[/\\"'])ssh(?:\.exe)?["']?(?:\s|$)/i.test(command);
  return openssh ? `${command} -oBatchMode=yes -oConnectTimeout=10` : command;
}
