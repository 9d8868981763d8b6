import { hookInsertions } from '../../src/agents/agent-settings.ts';
import { claudeCodeEntries } from '../../src/agents/claude-code/settings.ts';
import { furtherTexts, markdownCommand, resumeText, saveText } from '../../src/agents/command-texts.ts';
import { readme, skill, starter } from './texts.ts';

const about = {
  description:
    'Checkpoints of the working tree and of what the session knew: saved before /clear, compaction and exit, handed to the next session. For Claude Code; `git checkpoint install` serves other agents.',
  author: { name: 'The git-checkpoint contributors' },
};

/** Path and content of every file of the plugin, and of the marketplace that offers it. */
export function pluginFiles(version: string): [string, string][] {
  return [
    ['.claude-plugin/marketplace.json', json(marketplace(version))],
    ['plugin/.claude-plugin/plugin.json', json(manifest(version))],
    ['plugin/hooks/hooks.json', json({ description: about.description, hooks: hooks() })],
    ['plugin/.mcp.json', json({ mcpServers: { checkpoint: { command: 'sh', args: [starterPath, 'mcp'] } } })],
    ['plugin/bin/start.sh', starter],
    ['plugin/skills/checkpoint/SKILL.md', skill],
    ['plugin/README.md', readme],
    ...[saveText, resumeText, ...furtherTexts].map((text): [string, string] => [
      `plugin/commands/${text.name}.md`,
      markdownCommand(text),
    ]),
  ];
}

/** Claude Code puts the folder in before a shell sees the command, so the path must not be quoted as a shell's variable. */
const STARTER = 'STARTER';
const starterPath = `\${CLAUDE_PLUGIN_ROOT}/bin/start.sh`;

function manifest(version: string) {
  return {
    name: 'checkpoint',
    displayName: 'git-checkpoint',
    version,
    ...about,
    license: 'MIT',
    keywords: ['git', 'checkpoint', 'context', 'resume'],
  };
}

function marketplace(version: string) {
  return {
    name: 'git-checkpoint',
    owner: about.author,
    metadata: { description: 'The plugin of git-checkpoint for Claude Code' },
    plugins: [{ name: 'checkpoint', source: './plugin', version, ...about, category: 'productivity' }],
  };
}

function hooks(): Record<string, unknown[]> {
  const starting = { agent: 'claude-code', program: ['sh', STARTER], inShell: true } as const;
  const insertions = hookInsertions(starting, claudeCodeEntries);
  return Object.fromEntries(insertions.map(({ path, value }) => [path[1], [value]]));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replaceAll(` ${STARTER} `, ` \\"${starterPath}\\" `)}\n`;
}
