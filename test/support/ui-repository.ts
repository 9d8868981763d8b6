import { fileURLToPath } from 'node:url';
import { checkpoint, runMain } from './run-main.ts';
import type { TestRepo } from './with-repo.ts';

const transcript = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/transcripts/claude-code/${name}.jsonl`, import.meta.url));

const store = (rotate: boolean) => `package tokens

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
${rotate ? '\tdelete(s.tokens, hash) // single use\n' : ''}	return user, nil
}
`;

/** A small project with two commits, two sessions, a save by hand and a restore, made by the real commands. Numbers: 1 to 6. */
export async function fillRepository(repo: TestRepo): Promise<void> {
  repo.write('README.md', '# Tokens\n\nRefresh tokens for the API.\n');
  repo.write('cmd/tokens/store.go', store(false));
  repo.commit('Add the token store');
  repo.write('notes/todo.txt', 'rotate tokens\n');
  await checkpoint(repo, 'save', '-m', 'Before the rotation', '--next', 'Rotate tokens on use');
  repo.write('cmd/tokens/store.go', store(true));
  await saveSession(repo, 'tasks');
  repo.write(
    'cmd/tokens/rand.go',
    'package tokens\n\n// newToken reads crypto/rand.\nfunc newToken() string { return "" }\n',
  );
  repo.git('add', 'cmd/tokens/store.go');
  repo.git('commit', '--quiet', '-m', 'Rotate refresh tokens on use');
  await saveSession(repo, 'tasks', '--decision', 'crypto/rand, not math/rand', '--next', 'Test expiry and reuse');
  repo.write('docs/tokens.md', '# Rotation\n\nA token is used once.\n');
  await saveSession(repo, 'edits', '--blocker', 'CI has no Go 1.23');
  await checkpoint(repo, 'keep', '3');
  const restored = await runMain(repo, ['restore', '2', '--yes']);
  if (restored.status !== 0) throw new Error(restored.stderr);
  repo.write('README.md', '# Tokens\n\nRefresh tokens for the API, used once.\n');
  await checkpoint(repo, 'save', '-m', 'After looking back');
  repo.write('README.md', '# Tokens\n\nRefresh tokens for the API, used once each.\n');
}

function saveSession(repo: TestRepo, name: string, ...words: string[]): Promise<string> {
  return checkpoint(repo, 'save', '--transcript', transcript(name), '--agent', 'claude-code', ...words);
}
