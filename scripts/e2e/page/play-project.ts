import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '../api/reply.ts';
import { quit, untilSaved } from '../scenarios/work.ts';
import type { Stage } from '../stage.ts';
import { inTerminal, type Terminal } from '../terminal.ts';

type Tool = NonNullable<Reply['tools']>[number];

interface Turn {
  readonly say: string;
  readonly tools: readonly Tool[];
  readonly answer: string;
  /** How full the context is said to be. */
  readonly tokens: number;
}

const store = (rotates: boolean) => `/** Refresh tokens by their hash. */
export class TokenStore {
  #tokens = new Map();

  add(hash, user) {
    this.#tokens.set(hash, user);
  }

  use(hash) {
    const user = this.#tokens.get(hash);
    if (user === undefined) throw new Error('unknown token');
${rotates ? '    this.#tokens.delete(hash); // single use\n' : ''}    return user;
  }
}
`;

const test = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenStore } from '../src/tokens.js';

test('a token is used once', () => {
  const store = new TokenStore();
  store.add('a1', 'ada');
  assert.equal(store.use('a1'), 'ada');
  assert.throws(() => store.use('a1'));
});
`;

const write = ({ repo }: Stage, path: string, content: string): Tool => ({
  name: 'Write',
  input: { file_path: join(repo.root, path), content },
});
const run = (command: string, description: string): Tool => ({ name: 'Bash', input: { command, description } });

/** The session of the first checkpoint. */
export function firstSession(stage: Stage): string {
  return JSON.parse(stage.checkpoint('show', '1', '--json')).session.id;
}

/** How many checkpoints there are. */
export function countSaved({ repo }: Stage): number {
  return repo.git('for-each-ref', 'refs/checkpoints').split('\n').filter(Boolean).length;
}

/** One turn of the real client, and the checkpoint after it. */
export async function playTurn(stage: Stage, terminal: Terminal, { say, tools, answer, tokens }: Turn): Promise<void> {
  const before = countSaved(stage);
  stage.model.say(...tools.map((tool) => ({ tools: [tool], tokens })), { text: answer, tokens });
  await terminal.send(say);
  await terminal.see(new RegExp(answer.slice(0, 24)));
  await untilSaved(stage, before + 1);
}

/** Starts the real Claude Code with its hooks. */
export function withClaude(stage: Stage, use: (terminal: Terminal) => Promise<void>): Promise<void> {
  const command = [...stage.client('claude-code'), '--permission-mode', 'bypassPermissions'];
  return inTerminal(stage, command, async (terminal) => {
    await terminal.see(/❯/);
    // The start's hooks run while the screen is drawn.
    await sleep(2500);
    await use(terminal);
    await quit(terminal);
  });
}

/** A project with three sessions of the real Claude Code on two branches, a commit of its user, a restore and its undo. */
export async function playProject(stage: Stage): Promise<void> {
  const { repo } = stage;
  repo.write('package.json', '{ "name": "shop", "type": "module" }\n');
  repo.write('build/tokens.js', 'built\n');
  repo.write('README.md', '# Shop\n\nRefresh tokens for the API.\n');
  repo.commit('Begin the shop');
  stage.checkpoint('install', 'claude-code');
  await withClaude(stage, async (terminal) => {
    await playTurn(stage, terminal, {
      say: 'Rotate refresh tokens on use. Always run the tests before you say that it is done.',
      tools: [
        write(stage, 'src/tokens.js', store(false)),
        write(stage, 'test/tokens.test.js', test),
        run('node --test', 'Run the tests'),
      ],
      answer:
        'The test fails as it should. I decided on single-use tokens instead of sliding expiry. Next: delete a token when it is used.',
      tokens: 190_000,
    });
    await playTurn(stage, terminal, {
      say: 'Good, make it pass',
      tools: [write(stage, 'src/tokens.js', store(true)), run('node --test', 'Run the tests')],
      answer: 'It passes now: a token is deleted when it is used. Next: document the rotation in docs/tokens.md.',
      tokens: 410_000,
    });
    repo.commit('Rotate refresh tokens on use');
    await playTurn(stage, terminal, {
      say: 'Document it, and clean up the build folder',
      tools: [
        write(stage, 'docs/tokens.md', '# Tokens\n\nA refresh token is used once. The answer brings the next one.\n'),
        run('rm -rf build', 'Clean up'),
      ],
      answer: 'Documented, and the build folder is gone. Next: expire tokens after 30 days.',
      tokens: 590_000,
    });
    await terminal.send('/clear');
    await terminal.see(/SessionStart:clear says: /);
    await playTurn(stage, terminal, {
      say: 'Expire tokens after 30 days',
      tools: [write(stage, 'src/expiry.js', 'export const EXPIRES_MS = 30 * 86_400_000;\n')],
      answer: 'Tokens expire after 30 days; the clock is not injected yet. Next: test the expiry.',
      tokens: 150_000,
    });
  });
  stage.checkpoint('keep', '2');
  stage.checkpoint('restore', '1', '--yes');
  stage.checkpoint('undo', '--yes');
  repo.git('switch', '--quiet', '--create', 'audit');
  await withClaude(stage, (terminal) =>
    playTurn(stage, terminal, {
      say: 'Log every rotation',
      tools: [write(stage, 'src/audit.js', "export const log = (user) => console.log('rotated', user);\n")],
      answer: 'Every rotation is logged. Next: write the log to a file.',
      tokens: 120_000,
    }),
  );
  repo.write('README.md', '# Shop\n\nRefresh tokens for the API, used once each.\n');
}
