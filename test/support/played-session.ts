import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sessionFolder } from './claude-session.ts';
import { ClaudeTranscript } from './claude-transcript.ts';
import { checkpoint } from './run-main.ts';
import type { TestRepo } from './with-repo.ts';

interface PlayedTurn {
  readonly prompt: string;
  readonly answer: string;
  /** A command that it ran, and how that ended. */
  readonly command?: { readonly line: string; readonly output: string; readonly failed?: boolean };
  /** Tokens of the context after it. */
  readonly context: number;
  /** Options of the save after it. */
  readonly save?: readonly string[];
}

/** A session of Claude Code whose transcript is written turn by turn, with a checkpoint after each. */
export async function playSession(repo: TestRepo, id: string, turns: readonly PlayedTurn[]): Promise<void> {
  const path = join(sessionFolder(repo, repo.root), `${id}.jsonl`);
  const said = new ClaudeTranscript();
  mkdirSync(dirname(path), { recursive: true });
  for (const [at, { prompt, answer, command, context, save = ['--trigger', 'turn'] }] of turns.entries()) {
    said.prompt(prompt);
    if (command !== undefined) {
      said.call(`call-${at}`, 'Bash', { command: command.line });
      said.result(`call-${at}`, command.output, command.failed ? { is_error: true } : {});
    }
    said.say(answer, { usage: { input_tokens: context, cache_read_input_tokens: 0 } });
    writeFileSync(path, said.text.replaceAll('"session-1"', JSON.stringify(id)).replaceAll('/srv/demo', repo.root));
    repo.write(`src/${id}-${at}.ts`, `export const answer = ${JSON.stringify(answer)};\n`);
    await checkpoint(repo, 'save', '--transcript', path, '--agent', 'claude-code', ...save);
  }
}
