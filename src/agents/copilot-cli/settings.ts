import { join } from 'node:path';
import { shellWord } from '../../core/shell-word.ts';
import {
  type AgentSettings,
  type Insertion,
  type Scope,
  type SettingsFile,
  type SettingsPlaces,
  serverCommand,
} from '../agent-settings.ts';
import { type CommandFilter, filterCommand } from '../command-filter.ts';
import { resumeText, saveText, skillFile } from '../command-texts.ts';
import { copilotFolder } from './find-transcript.ts';

/** Seconds. Names as Claude Code has them bring the fields of the common form; for the last one there is no such name. */
const LIMITS: Readonly<Record<string, number>> = {
  SessionStart: 20,
  SessionEnd: 10,
  PreToolUse: 20,
  PostToolUse: 10,
  PreCompact: 30,
  Stop: 10,
  userPromptTransformed: 10,
};

/** After a tool there is something to do only when a compaction took the pack away. */
const filters: Readonly<Record<string, CommandFilter>> = { PreToolUse: 'destructive', PostToolUse: 'due' };

export const copilotCliSettings: AgentSettings = {
  agent: 'copilot-cli',
  scopes: ['user', 'project'],
  timeoutUnit: 'seconds',
  folder: copilotFolder,
  files: (scope, places, program) => {
    const base = baseOf(scope, places);
    return [
      {
        form: 'json',
        path: join(base, 'hooks', 'git-checkpoint.json'),
        insertions: [{ kind: 'member', path: ['version'], value: 1 }, ...hookEntries(scope, program)],
      },
      ...(scope === 'user' ? [serverFile(base, program)] : []),
      ...[saveText, resumeText].map((text) => skillFile(join(base, 'skills'), text)),
    ];
  },
  afterwards:
    'Restart running sessions of Copilot CLI. In a folder that it does not trust, it runs no hooks of the project and says nothing.',
};

function baseOf(scope: Scope, places: SettingsPlaces): string {
  return scope === 'user' ? copilotFolder(places) : join(places.root ?? '', '.github');
}

function hookEntries(scope: Scope, program: readonly string[]): Insertion[] {
  const start = `${program.map(shellWord).join(' ')} hook copilot-cli`;
  // It has no matchers, and a shell is there sooner than a program. Others may read the settings of a project on Windows.
  const inShell = scope === 'user' && process.platform !== 'win32';
  const bash = (event: string) => {
    const filter = inShell ? filters[event] : undefined;
    return filter === undefined ? start : filterCommand(start, filter);
  };
  return Object.entries(LIMITS)
    .filter(([event]) => inShell || event !== 'PostToolUse')
    .map(([event, timeoutSec]) => ({
      kind: 'item',
      path: ['hooks', event],
      value: {
        type: 'command',
        bash: bash(event),
        powershell: inPowerShell([...program, 'hook', 'copilot-cli']),
        timeoutSec,
      },
    }));
}

/** Quoted as PowerShell reads it; a line that begins with a quoted word would be a text, and `&` runs it. */
function inPowerShell(words: readonly string[]): string {
  const line = words.map((word) => (/^[\w@:./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`)).join(' ');
  return line.startsWith("'") ? `& ${line}` : line;
}

function serverFile(base: string, program: readonly string[]): SettingsFile {
  const value = { type: 'local', ...serverCommand(program), tools: ['*'] };
  return {
    form: 'json',
    path: join(base, 'mcp-config.json'),
    insertions: [{ kind: 'member', path: ['mcpServers', 'checkpoint'], value }],
  };
}
