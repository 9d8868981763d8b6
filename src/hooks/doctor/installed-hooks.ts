import { existsSync, readFileSync } from 'node:fs';
import {
  type AgentSettings,
  type Insertion,
  isOurs,
  type Scope,
  type SettingsPlaces,
} from '../../agents/agent-settings.ts';
import { isObject, listAt, objectAt, objectsAt, textAt } from '../../agents/json-value.ts';
import { installable } from '../../agents/settings-registry.ts';
import { parseJsonText } from '../install/json-text.ts';
import { leadsOut } from '../install/leads-out.ts';

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
  /** Hooks that are not run: a repository may bring settings of its own, and of those only what `install` writes is known. */
  readonly unknown: readonly InstalledHook[];
}

/** Reads the settings of all agents, of the user and of this project. */
export function findInstallations(places: SettingsPlaces, program: readonly string[]): Installation[] {
  return installable.flatMap((settings) =>
    settings.scopes
      .filter((scope) => scope === 'user' || places.root !== undefined)
      .flatMap((scope) => {
        const file = settings.files(scope, places, program).find(({ form }) => form === 'json');
        const isOwn = file !== undefined && (scope === 'user' || !leadsOut(places.root ?? '', file.path));
        const found = isOwn ? readHooks(file.path, settings) : [];
        if (file?.form !== 'json' || found.length === 0) return [];
        const written = new Set(file.insertions.flatMap(commandsIn));
        const isKnown = ({ command }: InstalledHook) => scope === 'user' || written.has(command);
        const [hooks, unknown] = [found.filter(isKnown), found.filter((hook) => !isKnown(hook))];
        return [{ settings, scope, path: file.path, hooks, unknown }];
      }),
  );
}

function commandsIn({ value }: Insertion): string[] {
  return isObject(value) ? objectsAt(value, 'hooks').map((hook) => textAt(hook, 'command')) : [];
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
