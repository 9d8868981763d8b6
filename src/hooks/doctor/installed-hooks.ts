import { existsSync, readFileSync } from 'node:fs';
import {
  type AgentSettings,
  type Insertion,
  type InstalledHook,
  isOurs,
  type Scope,
  type SettingsFile,
  type SettingsPlaces,
} from '../../agents/agent-settings.ts';
import { OWN_FILE } from '../../agents/command-texts.ts';
import { isObject, type JsonObject, objectAt, objectsAt, textAt } from '../../agents/json-value.ts';
import { loadInstallable } from '../../agents/registry.ts';
import { defined } from '../../core/defined.ts';
import { parseJsonText } from '../install/json-text.ts';
import { leadsOut } from '../install/leads-out.ts';
import { holdsBlock } from '../install/toml-block.ts';

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
export async function findInstallations(places: SettingsPlaces, program: readonly string[]): Promise<Installation[]> {
  return (await loadInstallable()).flatMap((settings) =>
    settings.scopes
      .filter((scope) => scope === 'user' || places.root !== undefined)
      .flatMap((scope) => {
        const files = settings.files(scope, places, program);
        const isInside = (path: string) => scope === 'user' || !leadsOut(places.root ?? '', path);
        const found = files
          .filter(({ path }) => isInside(path))
          .map((file) => installationIn(file, { settings, scope }));
        return found.filter((one) => one !== undefined).slice(0, 1);
      }),
  );
}

type Whose = Pick<Installation, 'settings' | 'scope'>;

function installationIn(file: SettingsFile, { settings, scope }: Whose): Installation | undefined {
  const { path } = file;
  // Of a plugin only what `install` writes is ever run.
  if (file.form === 'text') {
    const isThere = file.hooks !== undefined && existsSync(path) && readFileSync(path, 'utf8').includes(OWN_FILE);
    return isThere ? { settings, scope, path, hooks: file.hooks ?? [], unknown: [] } : undefined;
  }
  if (file.form === 'toml') {
    const isThere = file.hooks !== undefined && existsSync(path) && holdsBlock(readFileSync(path, 'utf8'));
    return isThere ? { settings, scope, path, hooks: file.hooks ?? [], unknown: [] } : undefined;
  }
  const found = readHooks(path, settings);
  if (found.length === 0) return undefined;
  const written = new Set(file.insertions.flatMap(commandsIn));
  const isKnown = ({ command }: InstalledHook) => scope === 'user' || written.has(command);
  return { settings, scope, path, hooks: found.filter(isKnown), unknown: found.filter((hook) => !isKnown(hook)) };
}

function commandsIn({ value }: Insertion): string[] {
  return isObject(value) ? entriesOf(value).map(commandOf) : [];
}

/** Most agents have hooks in groups, each with a matcher; in some they stand by themselves. */
function entriesOf(group: JsonObject): readonly JsonObject[] {
  return 'hooks' in group ? objectsAt(group, 'hooks') : [group];
}

function commandOf(entry: JsonObject): string {
  return textAt(entry, 'command') || textAt(entry, 'bash');
}

function readHooks(path: string, settings: AgentSettings): InstalledHook[] {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.trim() === '') return [];
  const { value } = parseJsonText(text);
  const events = isObject(value) ? objectAt(value, 'hooks') : {};
  return Object.keys(events).flatMap((event) =>
    objectsAt(events, event)
      .flatMap(entriesOf)
      .filter(isOurs)
      .map((entry) => {
        const { timeout = entry['timeoutSec'] } = entry;
        const unit = settings.timeoutUnit === 'milliseconds' ? 1 : 1000;
        const limit = typeof timeout === 'number' ? timeout * unit : undefined;
        return defined({ event, command: commandOf(entry), limit });
      }),
  );
}
