import { join } from 'node:path';
import {
  type AgentSettings,
  type HookEntry,
  hookInsertions,
  type Insertion,
  type SettingsPlaces,
  serverCommand,
} from '../agent-settings.ts';
import { resumeText, saveText, tomlCommand } from '../command-texts.ts';

const named = (timeout: number) => ({ more: { name: 'git-checkpoint', timeout } });

/** Milliseconds here, unlike everywhere else. */
const entries: readonly HookEntry[] = [
  { event: 'SessionStart', hooks: [named(20_000)] },
  { event: 'BeforeAgent', hooks: [named(20_000)] },
  { event: 'BeforeTool', matcher: 'run_shell_command', hooks: [named(20_000)] },
  { event: 'AfterAgent', hooks: [named(10_000)] },
  { event: 'PreCompress', hooks: [named(10_000)] },
  { event: 'SessionEnd', hooks: [named(10_000)] },
];

export const geminiCliSettings: AgentSettings = {
  agent: 'gemini-cli',
  scopes: ['user', 'project'],
  timeoutUnit: 'milliseconds',
  folder: (places) => baseOf('user', places),
  files: (scope, places, program) => {
    const base = baseOf(scope, places);
    const server: Insertion = {
      kind: 'member',
      path: ['mcpServers', 'checkpoint'],
      value: serverCommand(program),
    };
    return [
      {
        form: 'json',
        path: join(base, 'settings.json'),
        insertions: [...hookInsertions({ agent: 'gemini-cli', program }, entries), server],
      },
      ...[saveText, resumeText].map((text) => ({
        form: 'text' as const,
        path: join(base, 'commands', `checkpoint-${text.name}.toml`),
        text: tomlCommand(text),
      })),
    ];
  },
  afterwards: 'Gemini CLI warns once about hooks of a project that are new to it.',
};

function baseOf(scope: string, { env, home, root = '' }: SettingsPlaces): string {
  return join(scope === 'user' ? env['GEMINI_CLI_HOME'] || home : root, '.gemini');
}
