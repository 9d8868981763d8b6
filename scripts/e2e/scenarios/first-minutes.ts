import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../expect.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { ask, claudeArguments, expectPack, expectQuiet, quit, work } from './work.ts';

const MAX_SECONDS = 120;

/** From nothing to the first resumed checkpoint by what the README says under "Get it", and by nothing else. */
export function firstMinutes(): Promise<void> {
  return onStage(async (stage) => {
    const newcomer = { ...stage, env: emptyHanded(stage) };
    const clone = join(stage.repo.home, 'git-checkpoint');
    const began = performance.now();
    const told = (about: string) =>
      process.stdout.write(`     ${((performance.now() - began) / 1000).toFixed(1)} s: ${about}\n`);
    run(`git clone --quiet '${process.cwd()}' '${clone}'`, newcomer, stage.repo.home);
    for (const command of commandsOf(readFileSync(join(clone, 'README.md'), 'utf8'))) {
      run(command, newcomer, command.startsWith('npm') ? clone : stage.repo.root);
      told(command);
    }
    await inTerminal(newcomer, ['claude', ...claudeArguments], async (terminal) => {
      await work(stage, terminal);
      told('the first checkpoint was saved');
      await terminal.send('/clear');
      await terminal.see(/Resumed from checkpoint: .* checkpoint 1/s);
      await ask(stage, terminal, 'go on');
      told('the next session has it');
      expectPack(stage, 1);
      const seconds = (performance.now() - began) / 1000;
      expect(`it took less than ${MAX_SECONDS} seconds`, seconds < MAX_SECONDS, `${seconds} s`);
      await quit(terminal);
    });
    expectQuiet(stage);
  });
}

/** The environment of somebody who has Node, git and Claude Code, and a place for global packages that is their own. */
function emptyHanded({ client, env, repo }: Stage): Record<string, string> {
  const [prefix, programs] = [join(repo.home, 'prefix'), join(repo.home, 'bin')];
  for (const folder of [prefix, programs]) mkdirSync(folder);
  symlinkSync(client('claude-code')[0] ?? '', join(programs, 'claude'));
  const path = [join(prefix, 'bin'), programs, process.env['PATH'] ?? ''].join(':');
  return { ...env, npm_config_prefix: prefix, PATH: path };
}

/** The lines of the first block of commands under "Get it", without what is said about them. */
function commandsOf(readme: string): string[] {
  const [, section = ''] = /\n## Get it\n([\s\S]*?)\n## /.exec(readme) ?? [];
  const [block = ''] = /(?:^ {4}.+\n)+/m.exec(section) ?? [];
  const commands = block.split('\n').map((line) => line.replace(/ # .*/, '').trim());
  expect('the README has commands to get it', commands.join().includes('npm') && commands.join().includes('install'));
  return commands.filter((command) => command !== '');
}

/** How this machine reaches the registry. */
const network = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|(?:https?|no)_proxy)$/i.test(name),
  ),
);

function run(command: string, { env }: Pick<Stage, 'env'>, cwd: string): void {
  const done = spawnSync('sh', ['-c', command], { cwd, env: { ...network, ...env }, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${command}: exit ${done.status}\n${done.stdout}${done.stderr}`);
}
