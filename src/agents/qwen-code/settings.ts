import { join } from 'node:path';
import {
  type AgentSettings,
  type HookEntry,
  hookInsertions,
  type Scope,
  type SettingsPlaces,
  serverCommand,
} from '../agent-settings.ts';
import { bracedMarkdown, resumeText, saveText } from '../command-texts.ts';
import { qwenFolder } from './find-transcript.ts';

const named = (timeout: number) => ({ more: { name: 'git-checkpoint', timeout } });

/** Milliseconds. */
const entries: readonly HookEntry[] = [
  { event: 'SessionStart', hooks: [named(20_000)] },
  { event: 'UserPromptSubmit', hooks: [named(10_000)] },
  { event: 'PreToolUse', matcher: 'run_shell_command', hooks: [{ ...named(20_000), onlyIf: 'destructive' }] },
  { event: 'Stop', hooks: [named(10_000)] },
  { event: 'PreCompact', hooks: [named(30_000)] },
  { event: 'SessionEnd', hooks: [named(10_000)] },
];

export const qwenCodeSettings: AgentSettings = {
  agent: 'qwen-code',
  scopes: ['user', 'project'],
  timeoutUnit: 'milliseconds',
  folder: qwenFolder,
  files: (scope, places, program) => {
    const base = baseOf(scope, places);
    const inShell = scope === 'user' && process.platform !== 'win32';
    const server = { kind: 'member', path: ['mcpServers', 'checkpoint'], value: serverCommand(program) } as const;
    return [
      {
        form: 'json',
        path: join(base, 'settings.json'),
        insertions: [...hookInsertions({ agent: 'qwen-code', program, inShell }, entries), server],
      },
      ...[saveText, resumeText].map((text) => ({
        form: 'text' as const,
        path: join(base, 'commands', `checkpoint-${text.name}.md`),
        text: bracedMarkdown(text),
      })),
    ];
  },
  afterwards: 'Restart running sessions of Qwen Code. Hooks of a project run only in a folder that you trusted.',
};

function baseOf(scope: Scope, places: SettingsPlaces): string {
  return scope === 'user' ? qwenFolder(places) : join(places.root ?? '', '.qwen');
}
