import { join } from 'node:path';
import { shellWord } from '../../core/shell-word.ts';
import type { AgentSettings, Scope, SettingsPlaces } from '../agent-settings.ts';
import { ownMarkdown, resumeText, saveText } from '../command-texts.ts';
import { PLUGIN_LIMIT } from '../plugin-code.ts';
import { openCodeEvents } from './hooks.ts';
import type { OpenCodeName } from './names.ts';
import { pluginText } from './plugin-text.ts';

function settingsFor(agent: OpenCodeName, title: string): AgentSettings {
  return {
    agent,
    scopes: ['user', 'project'],
    timeoutUnit: 'milliseconds',
    folder: (places) => userFolder(agent, places),
    files: (scope, places, program) => {
      const base = scope === 'user' ? userFolder(agent, places) : join(places.root ?? '', `.${agent}`);
      const command = `${program.map(shellWord).join(' ')} hook ${agent}`;
      return [
        {
          form: 'text',
          path: join(base, 'plugins', 'git-checkpoint.js'),
          text: pluginText(agent, program),
          hooks: openCodeEvents.map((event) => ({ event, command, limit: PLUGIN_LIMIT })),
        },
        {
          form: 'json',
          path: join(configFolder(agent, scope, places), `${agent}.json`),
          insertions: [{ kind: 'member', path: ['mcp', 'checkpoint'], value: server(program) }],
        },
        ...[saveText, resumeText].map((text) => ({
          form: 'text' as const,
          path: join(base, 'commands', `checkpoint-${text.name}.md`),
          text: ownMarkdown(text),
        })),
      ];
    },
    afterwards: `Restart ${title}: it reads plugins when it starts.`,
  };
}

function server(program: readonly string[]) {
  return { type: 'local', command: [...program, 'mcp'], enabled: true };
}

function userFolder(agent: OpenCodeName, { env, home }: SettingsPlaces): string {
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), agent);
}

/** A project has its plugins in a folder and its settings beside that. */
function configFolder(agent: OpenCodeName, scope: Scope, places: SettingsPlaces): string {
  return scope === 'user' ? userFolder(agent, places) : (places.root ?? '');
}

export const openCodeSettings = settingsFor('opencode', 'OpenCode');
export const kiloSettings = settingsFor('kilo', 'Kilo');
