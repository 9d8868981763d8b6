import type { World } from '../../src/core/world.ts';

export interface FixedWorld extends World {
  readonly written: { stdout: string; stderr: string };
}

/** A world with a still clock, a fixed identity and streams that remember. */
export function fixedWorld(cwd: string, overrides: Partial<World> = {}): FixedWorld {
  const written = { stdout: '', stderr: '' };
  return {
    cwd,
    env: isolatedEnv(cwd),
    now: () => new Date('2026-01-02T03:04:05Z'),
    stdin: nothing(),
    stdout: { write: (text: string | Uint8Array) => (written.stdout += Buffer.from(text).toString()) },
    stderr: { write: (text: string | Uint8Array) => (written.stderr += Buffer.from(text).toString()) },
    ...overrides,
    written,
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** An environment in which git sees no configuration of this machine. */
export function isolatedEnv(home: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_CONFIG_HOME: `${home}/.config-of-test`,
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: `${home}/.gitconfig-of-test`,
    GIT_AUTHOR_NAME: 'Ada Example',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada Example',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
    GIT_TERMINAL_PROMPT: '0',
    ...(process.env['NODE_V8_COVERAGE'] === undefined ? {} : { NODE_V8_COVERAGE: process.env['NODE_V8_COVERAGE'] }),
  };
}
