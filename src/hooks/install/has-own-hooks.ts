import { existsSync, readFileSync } from 'node:fs';
import type { SettingsPlaces } from '../../agents/agent-settings.ts';
import { findAdapter } from '../../agents/registry.ts';
import { leadsOut } from './leads-out.ts';

/** Whether an agent has hooks of ours in its own settings, of the user or of this project. */
export async function hasOwnHooks(agent: string, places: SettingsPlaces): Promise<boolean> {
  const settings = await findAdapter(agent)?.settings?.();
  const scopes = settings?.scopes.filter((scope) => scope === 'user' || places.root !== undefined) ?? [];
  const files = scopes.flatMap((scope) => settings?.files(scope, places, []) ?? []);
  const isReadable = (path: string) => existsSync(path) && (places.root === undefined || !leadsOut(places.root, path));
  return files.some(
    ({ form, path }) => form === 'json' && isReadable(path) && readFileSync(path, 'utf8').includes(` hook ${agent}`),
  );
}
