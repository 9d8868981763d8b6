import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { ClaudeTranscript } from '../support/claude-transcript.ts';
import { saveIn } from '../support/open.ts';
import { planted, secretParts } from '../support/planted-secrets.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('secrets in a transcript', (it) => {
  it('are in no object, whatever kind they are and wherever they were said', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'a\n');
      repo.commit('Begin');
      const said = new ClaudeTranscript();
      for (const [kind, secret] of Object.entries(planted)) {
        said.prompt(`Use this ${kind}: ${secret} please`);
        said.call(`call-${kind}`, 'Bash', { command: `echo 'one\ntwo ${secret}'`, env: { [kind]: secret } });
        said.result(`call-${kind}`, [{ type: 'text', text: `begin\n${secret}\nend` }], {
          toolUseResult: { stdout: `line\n${secret}\n`, nested: JSON.stringify({ output: { text: `a ${secret} b` } }) },
        });
        said.say(`I have used ${secret} as asked.`);
      }
      const path = join(repo.home, '.claude', 'projects', 'demo', 'session-1.jsonl');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, said.text);
      const { checkpoint, warnings } = await saveIn(repo, { source: { transcript: path, agent: 'claude-code' } });
      assert.equal(warnings, []);
      const ref = `refs/checkpoint-meta/conversation/${checkpoint.commit}`;
      assert.match(repo.git('show', `${ref}:main/0/0/0/0`), '[REDACTED:');
      const all = repo.git('cat-file', '--batch-all-objects', '--batch');
      for (const { kind, text } of secretParts()) assert.not.ok(all.includes(text), `${kind} is in an object`);
      for (const line of repo.git('show', `${ref}:main/0/0/0/0`).split('\n')) assert.type(JSON.parse(line), 'object');
    }));
});
