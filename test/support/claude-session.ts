import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ClaudeTranscript } from './claude-transcript.ts';
import { checkpoint } from './run-main.ts';
import type { TestRepo } from './with-repo.ts';

/** Where Claude Code keeps the sessions of a directory. */
export function sessionFolder({ home }: Pick<TestRepo, 'home'>, root: string): string {
  return join(home, '.claude', 'projects', root.replace(/[^a-zA-Z0-9]/g, '-'));
}

/** Two turns of a session of Claude Code with texts of the vendor between them, and a checkpoint after each; answers the transcript. */
export async function twoTurns(repo: TestRepo, version = '2.1.325'): Promise<string> {
  const path = join(sessionFolder(repo, repo.root), 'session-1.jsonl');
  const said = new ClaudeTranscript();
  mkdirSync(dirname(path), { recursive: true });
  repo.write('file', 'begin\n');
  repo.commit('begin');
  for (const turn of [1, 2]) {
    said.prompt(`Question ${turn}`);
    said.add('attachment', { attachment: { type: 'skill_listing', content: 'VENDOR TEXT' } });
    said.add('assistant', {
      message: { role: 'assistant', content: [{ type: 'thinking', thinking: 'HIDDEN REASONING', signature: 'c2ln' }] },
    });
    said.say(`Answer ${turn}`);
    said.raw({ type: 'api-request', body: 'VENDOR TEXT' });
    repo.write('file', `turn ${turn}\n`);
    writeFileSync(path, said.text.replaceAll('"2.1.325"', `"${version}"`));
    await checkpoint(repo, 'save', '-m', `turn ${turn}`, '--transcript', path, '--agent', 'claude-code');
  }
  return path;
}
