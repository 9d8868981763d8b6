import { join } from 'node:path';
import {
  type AgentSettings,
  type HookEntry,
  hookInsertions,
  type SettingsFile,
  serverCommand,
  startInTwoParts,
} from '../agent-settings.ts';
import { resumeText, saveText, skillFile } from '../command-texts.ts';
import { codexHome } from './find-transcript.ts';

/** Trusted by their hash: a changed text is a hook that the user must allow again. Seconds. */
const entries: readonly HookEntry[] = [
  startInTwoParts,
  { event: 'UserPromptSubmit', hooks: [{ more: { timeout: 10 } }] },
  { event: 'PreToolUse', matcher: 'Bash', hooks: [{ more: { timeout: 20 } }] },
  { event: 'PreCompact', hooks: [{ more: { timeout: 30 } }] },
  { event: 'Stop', hooks: [{ more: { timeout: 10 } }] },
  // Three seconds are the most that Codex allows.
  { event: 'SessionEnd', hooks: [{ more: { timeout: 3 } }] },
];

export const codexSettings: AgentSettings = {
  agent: 'codex',
  scopes: ['user', 'project'],
  timeoutUnit: 'seconds',
  folder: codexHome,
  files: (scope, places, program) => {
    const base = scope === 'user' ? codexHome(places) : join(places.root ?? '', '.codex');
    return [
      {
        form: 'json',
        path: join(base, 'hooks.json'),
        insertions: hookInsertions({ agent: 'codex', program }, entries),
      },
      serverFile(base, program),
      ...[saveText, resumeText].map((text) => skillFile(join(base, 'skills'), text)),
    ];
  },
  afterwards:
    'Codex runs a hook only after you trusted it: open `codex`, type `/hooks` and allow those of git-checkpoint.',
};

function serverFile(base: string, program: readonly string[]): SettingsFile {
  const { command, args } = serverCommand(program);
  const lines = [
    '[mcp_servers.checkpoint]',
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((one) => JSON.stringify(one)).join(', ')}]`,
  ];
  return { form: 'toml', path: join(base, 'config.toml'), table: 'mcp_servers.checkpoint', lines };
}
