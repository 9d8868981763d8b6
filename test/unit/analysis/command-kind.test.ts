import * as assert from 'uvu/assert';
import { checksOf, commandKind, leadingCheck, leadingPart } from '../../../src/analysis/command-kind.ts';
import { describe } from '../../support/suite.ts';

const kinds = {
  test: [
    'npm test',
    'pnpm run test:unit',
    'cd app && go test ./... -v',
    'CI=1 npx vitest run',
    'python -m pytest -q',
    'cargo nextest run',
    'mise run test:ci',
    'node --import tsx scripts/test.ts unit',
    'docker compose exec web npm test',
    "bash -lc 'npm test'",
    'volta run npm test',
    'hatch run test',
    'npm --prefix ui test',
  ],
  build: ['npm run build', 'tsc --noEmit', 'make', 'cargo check', 'make -s all'],
  lint: [
    'npx biome check .',
    'npm run lint',
    'ruff check src',
    'go vet ./...',
    'make lint-check',
    'mise run fmt:check',
    'prettier --check src',
    'cargo fmt --check',
    'gofmt -l .',
    'npm run -s typecheck',
  ],
  install: ['npm ci', 'pip install -r requirements.txt', 'go mod download'],
  deliver: ['git commit -m "make the tests pass"', 'git push -u origin x', 'gh pr create --fill', 'git tag v1.0'],
  look: [
    'ls -la',
    'git status && git log -3',
    "sed -n '1,20p' a.ts",
    'grep -rn "npm test" .',
    'cat package.json | jq .scripts',
    'git tag --sort=-version:refname | head -10',
    'git tag | tail -5',
    'tool reset --help 2>&1',
    'lsof -nP -iTCP:5199',
    'command -v node',
  ],
  other: [
    'node server.js',
    "python3 - <<'EOF'\nimport os\nprint('npm test')\nEOF",
    'rm -rf dist',
    'mise run fmt',
    'gofmt -w a.go',
    'go mod tidy',
    'npx prettier --write src',
    'cargo fmt',
    'npm run format:fix',
    'cd "$(mktemp -d)" && git init && git commit -m init && git push',
  ],
} as const;

describe('kinds of commands', (it) => {
  for (const [kind, commands] of Object.entries(kinds)) {
    for (const command of commands)
      it(`calls ${JSON.stringify(command)} ${kind}`, () => assert.is(commandKind(command), kind));
  }
});

describe('the check in a command line', (it) => {
  it('is what the line is about, whatever is around it', () => {
    assert.is(leadingPart('cd app && FOO=1 npm test -- parser 2>&1 | tail -20'), 'npm test -- parser');
    assert.equal(leadingCheck('go test ./parser -run X 2>&1 | head'), { name: 'go test', scope: ['./parser', 'X'] });
    assert.equal(leadingCheck('mise run test'), { name: 'mise run test', scope: [] });
  });

  it('is the same behind whatever starts it', () => {
    const ways = [
      'PYTHONPATH=. pytest -q',
      'python3 -m pytest',
      '.venv/bin/python -m pytest -x',
      'uv run --extra dev pytest',
      'poetry run pytest',
      'conda run -n dev pytest',
      'docker compose -f dev.yml exec -T -e A=b web pytest',
      'docker run --rm -it -v a:b python:3 pytest',
      "docker exec web sh -c 'cd /app && pytest'",
      'op run --env-file=.env -- pytest',
      'dotenv -e .env -- pytest',
      'direnv exec . pytest',
      'mise exec python@3.12 -- pytest',
      'nix develop .#ci -c pytest',
      "nix-shell -p python3 --run 'pytest -q'",
      "nix develop --command bash -lc 'pytest'",
      'sudo -u app timeout -k 5 60s pytest',
    ];
    for (const way of ways) assert.equal(leadingCheck(way), { name: 'pytest', scope: [] }, way);
    assert.equal(leadingCheck('npm run test'), leadingCheck('npm t'));
    assert.equal(leadingCheck('npm --prefix ui run build'), leadingCheck('npm run build --workspace ui'));
    assert.is(leadingCheck('python3 a.py').name, leadingCheck('python a.py').name);
    assert.is(leadingCheck('./node_modules/.bin/jest').name, leadingCheck('npx jest').name);
  });

  it('may be one of several', () => {
    assert.equal(
      checksOf('npm run build && npm test; git status').map(({ name }) => name),
      ['npm run build', 'npm test'],
    );
  });
});
