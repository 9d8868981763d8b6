import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../expect.ts';
import { runHeadless } from '../headless.ts';
import { put } from '../put.ts';
import { onStage } from '../stage.ts';

const own = `{
  // what I like
  "model": "opus",
  "hooks": {
    "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }],
  },
}
`;

/** Settings of a user, with hooks of their own, survive install, a real session, and uninstall byte for byte. */
export function settings(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    const strict = `${JSON.stringify({ model: 'opus', hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } }, null, 4)}\n`;
    const files: Readonly<Record<string, string>> = {
      [join(stage.repo.root, '.claude', 'settings.json')]: strict,
      [join(stage.env['HOME'] ?? '', '.claude', 'settings.json')]: strict,
      [join(stage.env['HOME'] ?? '', '.gemini', 'settings.json')]: own,
      [join(stage.env['HOME'] ?? '', '.codex', 'hooks.json')]: strict.replaceAll('\n', '\r\n'),
    };
    for (const [path, text] of Object.entries(files)) put(path, text);
    // The client moves settings of its own into the file when it first meets it.
    await runHeadless(stage, [...claude, '-p', 'hello']);
    const before = Object.keys(files).map((path) => [path, readFileSync(path, 'utf8')] as const);
    stage.checkpoint('install');
    stage.checkpoint('install', 'claude-code', '--project');
    await runHeadless(stage, [...claude, '-p', 'hello']);
    expect('the client took the settings', stage.model.requests.length > 1);
    stage.checkpoint('uninstall');
    stage.checkpoint('uninstall', '--project');
    for (const [path, text] of before)
      expect(`${path.split('/').slice(-2).join('/')} is as before`, readFileSync(path, 'utf8') === text);
  });
}
