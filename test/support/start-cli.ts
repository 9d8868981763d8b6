import { type ChildProcess, spawn } from 'node:child_process';
import { bundleEnv, CLI } from './run-cli.ts';
import type { TestRepo } from './with-repo.ts';

export interface StartedCli {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  /** Resolves when the output has the text; rejects when the process ends before. */
  until(text: string | RegExp): Promise<void>;
  /** Resolves to exit code or signal. */
  readonly ended: Promise<number | string>;
}

/** Starts the built command as a real process that goes on while the test acts. */
export function startCli(repo: Pick<TestRepo, 'root' | 'env'>, args: readonly string[], input?: string): StartedCli {
  const child = spawn(process.execPath, [CLI, ...args], { cwd: repo.root, env: bundleEnv(repo.env) });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  if (input !== undefined) child.stdin.end(input);
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const until = async (text: string | RegExp) => {
    const found = () => {
      const all = output.stdout + output.stderr;
      return typeof text === 'string' ? all.includes(text) : text.test(all);
    };
    while (!found()) {
      const over = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20))]);
      if (over !== undefined && !found()) throw new Error(`ended (${over}) without ${text}: ${JSON.stringify(output)}`);
    }
  };
  return { child, output, until, ended };
}
