import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClaudeTranscript } from '../../test/support/claude-transcript.ts';
import { settled } from '../../test/support/hook-session.ts';
import { runMain } from '../../test/support/run-main.ts';
import type { TestRepo } from '../../test/support/with-repo.ts';

const MINUTE = 60_000;

const store = (body: string) => `package tokens

import "errors"

// Store holds refresh tokens by their hash.
type Store struct {
	tokens map[string]string
}

func (s *Store) Use(hash string) (string, error) {
	user, ok := s.tokens[hash]
	if !ok {
		return "", errors.New("unknown token")
	}
${body}	return user, nil
}
`;

/** A session of Claude Code as its hooks tell it, so many minutes ago. */
class Session {
  readonly #repo: TestRepo;
  readonly #id: string;
  readonly #transcript = new ClaudeTranscript();
  readonly #times: string[] = [];
  #calls = 0;

  constructor(repo: TestRepo, id: string) {
    this.#repo = repo;
    this.#id = id;
  }

  async fire(event: string, minutes: number, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const path = join(this.#repo.home, `${this.#id}.jsonl`);
    const at = new Date(Date.now() - minutes * MINUTE);
    writeFileSync(path, this.#textAt(at));
    const payload = {
      hook_event_name: event,
      session_id: this.#id,
      cwd: this.#repo.root,
      transcript_path: path,
      ...more,
    };
    const call = { input: JSON.stringify(payload), env: { CLAUDE_PID: String(process.pid) }, now: () => at };
    const run = await runMain(this.#repo, ['hook', 'claude-code'], call);
    if (run.status !== 0) throw new Error(run.stderr);
    await settled(this.#repo);
  }

  /** The transcript, in which what is new was said just before. */
  #textAt(at: Date): string {
    const lines = this.#transcript.text.trimEnd().split('\n').filter(Boolean);
    for (let left = lines.length - this.#times.length; left > 0; left -= 1)
      this.#times.push(new Date(at.getTime() - left * 1000).toISOString());
    const own = { sessionId: this.#id, cwd: this.#repo.root };
    return lines
      .map((line, index) => `${JSON.stringify({ ...JSON.parse(line), ...own, timestamp: this.#times[index] })}\n`)
      .join('');
  }

  async turn(words: string, minutes: number, work: () => string): Promise<void> {
    this.#transcript.prompt(words);
    await this.fire('UserPromptSubmit', minutes + 1, { prompt: words, prompt_id: `${this.#id}-${minutes}` });
    const answer = work();
    this.#transcript.say(answer, { usage: { input_tokens: 40_000 + 900 * minutes, cache_read_input_tokens: 12_000 } });
    await this.fire('Stop', minutes, { last_assistant_message: answer, prompt_id: `${this.#id}-${minutes}` });
  }

  /** A file as the agent writes it. */
  write(path: string, content: string): void {
    this.#calls += 1;
    const id = `call-${this.#calls}`;
    this.#transcript.call(id, 'Write', { file_path: join(this.#repo.root, path), content });
    this.#repo.write(path, content);
    this.#transcript.result(id, `The file ${path} has been written.`);
  }

  bash(command: string, output: string): void {
    this.#calls += 1;
    const id = `call-${this.#calls}`;
    this.#transcript.call(id, 'Bash', { command });
    this.#transcript.result(id, output);
  }
}

/** A project in which two sessions worked, one was cleared, work was nearly lost, and a hand saved too. */
export async function fillShowcase(repo: TestRepo): Promise<void> {
  repo.write('README.md', '# Tokens\n\nRefresh tokens for the API.\n');
  repo.write('cmd/tokens/store.go', store(''));
  repo.commit('Add the token store');
  repo.git('switch', '--quiet', '--create', 'rotate-tokens');
  repo.write('notes/todo.txt', 'rotate tokens\n');
  const at = new Date(Date.now() - 95 * MINUTE);
  await runMain(repo, ['save', '-m', 'Before the rotation'], { now: () => at });

  const first = new Session(repo, '5fee82c1-0000-4000-8000-000000000001');
  await first.fire('SessionStart', 92, { source: 'startup' });
  await first.turn(
    'Implement rotation of refresh tokens in the store. Always run `go test ./...` before you say it is done.',
    80,
    () => {
      first.write('cmd/tokens/store.go', store('\tdelete(s.tokens, hash) // single use\n'));
      first.write(
        'cmd/tokens/rand.go',
        'package tokens\n\nimport "crypto/rand"\n\n// newToken reads 32 random bytes.\nfunc newToken() []byte {\n\tb := make([]byte, 32)\n\trand.Read(b)\n\treturn b\n}\n',
      );
      first.bash('go test ./...', 'ok  \tcmd/tokens\t0.012s');
      return 'Tokens rotate on use. I decided to use single-use tokens instead of sliding expiry, because reuse can then be detected. Next: test expiry and reuse, then document the flow in docs/tokens.md.';
    },
  );
  await first.turn('Now add expiry to the tokens.', 64, () => {
    first.write(
      'cmd/tokens/expiry.go',
      'package tokens\n\nimport "time"\n\nconst lifetime = 30 * 24 * time.Hour\nconst skew = 30 * time.Second\n',
    );
    return 'Expiry is in. We decided to allow 30 seconds of clock skew. Next: write TestExpiry and TestReuse.';
  });
  await first.fire('SessionEnd', 60, { reason: 'clear' });

  const second = new Session(repo, '300f64aa-0000-4000-8000-000000000002');
  await second.fire('SessionStart', 59, { source: 'clear' });
  await second.turn('Write TestExpiry and TestReuse.', 42, () => {
    second.write(
      'cmd/tokens/store_test.go',
      'package tokens\n\nimport "testing"\n\nfunc TestReuse(t *testing.T) {}\n\nfunc TestExpiry(t *testing.T) {}\n',
    );
    second.bash('go test ./...', 'ok  \tcmd/tokens\t0.014s');
    return 'TestReuse and TestExpiry pass. Next: document the flow in docs/tokens.md.';
  });
  repo.write('docs/tokens.md', '# Rotation\n\nA token is used once.\n');
  await second.fire('PreToolUse', 20, {
    tool_name: 'Bash',
    tool_input: { command: 'rm -rf docs cmd/tokens' },
    tool_use_id: 'call-rm',
  });
  await runMain(repo, ['keep', '3']);
  repo.write('docs/tokens.md', '# Rotation\n\nA token is used once, and its reuse ends the session.\n');
  const later = new Date(Date.now() - 12 * MINUTE);
  const restored = await runMain(repo, ['restore', '2', '--yes', '--', 'README.md'], { now: () => later });
  if (restored.status !== 0) throw new Error(restored.stderr);
}
