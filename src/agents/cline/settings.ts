import { join } from 'node:path';
import { shellWord } from '../../core/shell-word.ts';
import { type AgentSettings, type SettingsFile, serverCommand } from '../agent-settings.ts';
import { ownMarkdown, resumeText, saveText } from '../command-texts.ts';
import { clineData, clineFolder } from './folders.ts';
import { clineEvents } from './hooks.ts';
import { clinePlugin } from './plugin-text.ts';

/** Cline waits this long for what a plugin does at an event. Milliseconds. */
const LIMIT = 3000;

export const clineSettings: AgentSettings = {
  agent: 'cline',
  scopes: ['user', 'project'],
  timeoutUnit: 'milliseconds',
  folder: clineFolder,
  files: (scope, places, program) => {
    const base = scope === 'user' ? clineFolder(places) : join(places.root ?? '', '.cline');
    const command = `${program.map(shellWord).join(' ')} hook cline`;
    const plugin: SettingsFile = {
      form: 'text',
      path: join(base, 'plugins', 'git-checkpoint.js'),
      text: clinePlugin(program),
      hooks: clineEvents.map((event) => ({ event, command, limit: LIMIT })),
    };
    // Only the user has servers.
    const server: SettingsFile = {
      form: 'json',
      path: join(clineData(places), 'settings', 'cline_mcp_settings.json'),
      insertions: [{ kind: 'member', path: ['mcpServers', 'checkpoint'], value: serverCommand(program) }],
    };
    const commands = [saveText, resumeText].map((text) => ({
      form: 'text' as const,
      path: join(base, 'workflows', `checkpoint-${text.name}.md`),
      text: ownMarkdown(text),
    }));
    return [plugin, ...(scope === 'user' ? [server] : []), ...commands];
  },
  afterwards: 'Restart Cline: it reads plugins when it starts.',
};
