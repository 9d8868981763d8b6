import { existsSync, readFileSync } from 'node:fs';
import { type AgentSettings, isOurs, type Scope, type SettingsPlaces, scopes } from '../../agents/agent-settings.ts';
import { isObject, listAt, objectAt, objectsAt, textAt } from '../../agents/json-value.ts';
import { installable } from '../../agents/settings-registry.ts';
import { parseJsonText } from '../install/json-text.ts';

/** A hook of ours in an agent's settings. */
export interface InstalledHook {
  readonly event: string;
  readonly command: string;
  /** Milliseconds; what the settings allow. */
  readonly limit?: number;
}

/** An agent's settings in which hooks of ours were found. */
export interface Installation {
  readonly settings: AgentSettings;
  readonly scope: Scope;
  readonly path: string;
  readonly hooks: readonly InstalledHook[];
}

/** Reads the settings of all agents, of the user and of this project. */
export function findInstallations(places: SettingsPlaces, program: readonly string[]): Installation[] {
  return installable.flatMap((settings) =>
    settings.scopes
      .filter((scope) => scope === 'user' || places.root !== undefined)
      .filter((scope) => scopes.includes(scope))
      .flatMap((scope) => {
        const file = settings.files(scope, places, program).find(({ form }) => form === 'json');
        const hooks = file === undefined ? [] : readHooks(file.path, settings);
        return file === undefined || hooks.length === 0 ? [] : [{ settings, scope, path: file.path, hooks }];
      }),
  );
}

function readHooks(path: string, settings: AgentSettings): InstalledHook[] {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.trim() === '') return [];
  const { value } = parseJsonText(text);
  const events = isObject(value) ? objectAt(value, 'hooks') : {};
  return Object.keys(events).flatMap((event) =>
    objectsAt(events, event)
      .flatMap((group) => listAt(group, 'hooks'))
      .filter(isObject)
      .filter(isOurs)
      .map((entry) => {
        const { timeout } = entry;
        const unit = settings.timeoutUnit === 'milliseconds' ? 1 : 1000;
        return {
          event,
          command: textAt(entry, 'command'),
          ...(typeof timeout === 'number' ? { limit: timeout * unit } : {}),
        };
      }),
  );
}
