import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Played } from './schedule.ts';

const PROGRAM = fileURLToPath(new URL('../../play-scenarios.ts', import.meta.url));
const ENDED = /\0(ok|failed|skipped)\n$/;

/** The last line of what a scenario printed. */
export const endLine = (outcome: Played['outcome']) => `\0${outcome}\n`;

/** Plays one scenario after the other in a process of its own: while one waits for a program, the models of others must answer. */
export class Player {
  #child: ChildProcess | undefined;

  async play(name: string): Promise<Played> {
    const began = performance.now();
    const output = await this.#say(name);
    // Without its last line, the process has ended.
    const outcome = (ENDED.exec(output)?.[1] ?? 'failed') as Played['outcome'];
    return { name, outcome, output: output.replace(ENDED, ''), seconds: (performance.now() - began) / 1000 };
  }

  end(): void {
    this.#child?.stdin?.end();
  }

  #say(name: string): Promise<string> {
    this.#child ??= spawn(process.execPath, ['--import', 'tsx', PROGRAM], { stdio: ['pipe', 'pipe', 'pipe'] });
    const child = this.#child;
    child.stdin?.write(`${name}\n`);
    return new Promise((resolve) => {
      let output = '';
      const stop = () => {
        for (const stream of [child.stdout, child.stderr]) stream?.removeAllListeners('data');
        child.removeAllListeners('close');
        resolve(output);
      };
      const read = (chunk: Buffer) => {
        output += chunk;
        if (ENDED.test(output)) stop();
      };
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', read);
      child.on('close', () => {
        this.#child = undefined;
        stop();
      });
    });
  }
}
