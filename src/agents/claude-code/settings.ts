import { join } from 'node:path';
import {
  type AgentSettings,
  type HookEntry,
  hookInsertions,
  type Insertion,
  type Scope,
  type SettingsFile,
  type SettingsPlaces,
  serverCommand,
  startInTwoParts,
} from '../agent-settings.ts';
import { ownMarkdown, resumeText, saveText } from '../command-texts.ts';
import { configDirectory } from './find-transcript.ts';

/** Seconds. What needs no answer runs beside the agent. */
export const claudeCodeEntries: readonly HookEntry[] = [
  startInTwoParts,
  {
    event: 'UserPromptSubmit',
    hooks: [
      { onlyIf: 'due', more: { timeout: 10 } },
      { onlyIf: 'nothing-due', onlyInShell: true, args: '--async', more: { timeout: 10, async: true } },
    ],
  },
  { event: 'PreToolUse', matcher: 'Bash', hooks: [{ onlyIf: 'destructive', more: { timeout: 20 } }] },
  { event: 'PostToolBatch', hooks: [{ more: { timeout: 10, async: true } }] },
  { event: 'PreCompact', hooks: [{ more: { timeout: 30 } }] },
  { event: 'Stop', hooks: [{ more: { timeout: 10, async: true } }] },
  { event: 'StopFailure', hooks: [{ more: { timeout: 10, async: true } }] },
  // Without a number, all hooks of this moment together have 1.5 seconds.
  { event: 'SessionEnd', hooks: [{ more: { timeout: 10 } }] },
];

export const claudeCodeSettings: AgentSettings = {
  agent: 'claude-code',
  scopes: ['user', 'project', 'local'],
  timeoutUnit: 'seconds',
  folder: configDirectory,
  files: (scope, places, program) => [
    {
      form: 'json',
      path: settingsPath(scope, places),
      insertions: hookInsertions({ agent: 'claude-code', program, inShell: hasShell(scope) }, claudeCodeEntries),
    },
    serverFile(scope, places, program),
    ...commandFiles(scope, places),
  ],
  afterwards: 'Restart running agent sessions to activate the hooks.',
};

/** The settings of a project are read on machines of others, too. */
function hasShell(scope: Scope): boolean {
  return scope !== 'project' && process.platform !== 'win32';
}

function settingsPath(scope: Scope, places: SettingsPlaces): string {
  const { root = '' } = places;
  if (scope === 'user') return join(configDirectory(places), 'settings.json');
  return join(root, '.claude', scope === 'project' ? 'settings.json' : 'settings.local.json');
}

/** Servers of the user are in a file of their own beside the folder; those of a project in the project. */
function serverFile(scope: Scope, places: SettingsPlaces, program: readonly string[]): SettingsFile {
  const { env, home, root = '' } = places;
  const value = { type: 'stdio', ...serverCommand(program), env: {} };
  const at = (...path: string[]): Insertion[] => [
    { kind: 'member', path: [...path, 'mcpServers', 'checkpoint'], value },
  ];
  if (scope === 'project') return { form: 'json', path: join(root, '.mcp.json'), insertions: at() };
  const configDir = env['CLAUDE_CONFIG_DIR'];
  const path = configDir ? join(configDir, '.claude.json') : join(home, '.claude.json');
  if (scope === 'user') return { form: 'json', path, insertions: at() };
  return { form: 'json', path, insertions: at('projects', root), within: ['projects', root] };
}

/** A bare /checkpoint, /resume, /clear or /compact is the agent's own. A local installation leaves the project's folder alone. */
function commandFiles(scope: Scope, places: SettingsPlaces): SettingsFile[] {
  if (scope === 'local') return [];
  const base = scope === 'user' ? configDirectory(places) : join(places.root ?? '', '.claude');
  return [saveText, resumeText].map((text) => ({
    form: 'text',
    path: join(base, 'commands', `checkpoint-${text.name}.md`),
    text: ownMarkdown(text),
  }));
}
