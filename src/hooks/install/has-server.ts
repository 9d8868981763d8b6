import { readFileSync } from 'node:fs';
import type { SettingsFile, SettingsPlaces } from '../../agents/agent-settings.ts';
import { isObject } from '../../agents/json-value.ts';
import { findAdapter } from '../../agents/registry.ts';
import { parseJsonText } from './json-text.ts';

/** Whether an agent knows our MCP server: by its settings, or by the plugin that this hook comes from. */
export async function hasServer(agent: string, places: SettingsPlaces): Promise<boolean> {
  if (places.env['CLAUDE_PLUGIN_ROOT']) return true;
  const settings = await findAdapter(agent)?.settings?.();
  const files = settings?.scopes.flatMap((scope) => settings.files(scope, places, [])) ?? [];
  return files.some(namesServer);
}

/** Members in which agents name their servers. */
const SERVERS = ['mcpServers', 'mcp'];

function namesServer(file: SettingsFile): boolean {
  if (file.form === 'text') return false;
  if (file.form === 'toml') return textOf(file.path).split('\n').includes(`[${file.table}]`);
  const paths = file.insertions.map(({ path }) => path).filter((path) => SERVERS.some((key) => path.includes(key)));
  return paths.length > 0 && hasMember(textOf(file.path), paths);
}

function hasMember(text: string, paths: readonly (readonly string[])[]): boolean {
  if (text.trim() === '') return false;
  const { value } = parseJsonText(text);
  const at = (path: readonly string[]) =>
    path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), value);
  return paths.some((path) => at(path) !== undefined);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It is not there, or not for us to read: then the agent does not have it from there.
    return '';
  }
}
