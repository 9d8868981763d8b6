import { join } from 'node:path';
import { shellWord } from '../../core/shell-word.ts';
import { type AgentSettings, type InstalledHook, type SettingsFile, serverCommand } from '../agent-settings.ts';
import { resumeText, saveText, skillFile } from '../command-texts.ts';
import { kimiFolder } from './find-transcript.ts';

/** Seconds that each event's hook may take. */
const TIMEOUTS: Readonly<Record<string, number>> = {
  SessionStart: 20,
  UserPromptSubmit: 20,
  PreToolUse: 20,
  PreCompact: 30,
  Stop: 10,
  Interrupt: 10,
  SessionEnd: 10,
};

export const kimiCodeSettings: AgentSettings = {
  agent: 'kimi-code',
  // It reads hooks of the user only.
  scopes: ['user'],
  timeoutUnit: 'seconds',
  folder: kimiFolder,
  files: (_scope, places, program) => {
    const base = kimiFolder(places);
    return [
      hooksFile(base, program),
      {
        form: 'json',
        path: join(base, 'mcp.json'),
        insertions: [{ kind: 'member', path: ['mcpServers', 'checkpoint'], value: serverCommand(program) }],
      },
      ...[saveText, resumeText].map((text) => skillFile(join(base, 'skills'), text)),
    ];
  },
  afterwards: 'Restart running sessions of Kimi Code to activate the hooks.',
};

function hooksFile(base: string, program: readonly string[]): SettingsFile {
  const command = `${program.map(shellWord).join(' ')} hook kimi-code`;
  const events = Object.entries(TIMEOUTS);
  const lines = events.flatMap(([event, timeout], at) => [
    ...(at === 0 ? [] : ['']),
    '[[hooks]]',
    `event = ${JSON.stringify(event)}`,
    ...(event === 'PreToolUse' ? ['matcher = "Bash"'] : []),
    `command = ${JSON.stringify(command)}`,
    `timeout = ${timeout}`,
  ]);
  const hooks = events.map(([event, timeout]): InstalledHook => ({ event, command, limit: timeout * 1000 }));
  return { form: 'toml', path: join(base, 'config.toml'), table: 'hooks', isList: true, lines, hooks };
}
