import { join } from 'node:path';
import { shellWord } from '../../core/shell-word.ts';
import { type AgentSettings, type Scope, type SettingsPlaces, serverCommand } from '../agent-settings.ts';
import { ownMarkdown, resumeText, saveText } from '../command-texts.ts';
import { PLUGIN_LIMIT } from '../plugin-code.ts';
import { piFolder } from './find-transcript.ts';
import { piEvents } from './hooks.ts';
import { piExtension } from './plugin-text.ts';

export const piSettings: AgentSettings = {
  agent: 'pi',
  scopes: ['user', 'project'],
  timeoutUnit: 'milliseconds',
  folder: piFolder,
  files: (scope, places, program) => {
    const base = baseOf(scope, places);
    const command = `${program.map(shellWord).join(' ')} hook pi`;
    return [
      {
        form: 'text',
        path: join(base, 'extensions', 'git-checkpoint.js'),
        text: piExtension(program),
        hooks: piEvents.map((event) => ({ event, command, limit: PLUGIN_LIMIT })),
      },
      {
        form: 'json',
        path: join(base, 'mcp.json'),
        insertions: [{ kind: 'member', path: ['mcpServers', 'checkpoint'], value: server(program) }],
      },
      ...[saveText, resumeText].map((text) => ({
        form: 'text' as const,
        path: join(base, 'prompts', `checkpoint-${text.name}.md`),
        text: ownMarkdown(text),
      })),
    ];
  },
  afterwards:
    'Type `/reload` in running sessions of Pi, or restart them. It loads the extensions of a project only after you trusted the project.',
};

/** Left to itself, Pi lets only scripts call the tools of a server. These two are asked for by name; the others are found when wanted. */
function server(program: readonly string[]) {
  const toolExposure = { store_checkpoint: 'direct', resume_checkpoint: 'direct' };
  return { ...serverCommand(program), exposure: 'deferred', toolExposure };
}

function baseOf(scope: Scope, places: SettingsPlaces): string {
  return scope === 'user' ? piFolder(places) : join(places.root ?? '', '.pi');
}
