import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { SettingsPlaces } from '../../agents/agent-settings.ts';
import { findTranscript } from '../../agents/find-transcript.ts';
import { isObject } from '../../agents/json-value.ts';
import { loadInstallable } from '../../agents/registry.ts';
import { agentTitle } from '../../core/agent-title.ts';
import { describeError } from '../../core/failure.ts';
import type { SessionRecord } from '../../local/session-record.ts';
import { listSessions } from '../../local/session-register.ts';
import { findUnsaved } from '../../local/unsaved.ts';
import type { Repository } from '../../open/repository.ts';
import { problemsOfEnvironment } from '../../repository/settings.ts';
import { findProgram } from '../install/find-program.ts';
import { parseJsonText } from '../install/json-text.ts';
import { leadsOut } from '../install/leads-out.ts';
import { type Finding, note, wrong } from './finding.ts';
import { findInstallations } from './installed-hooks.ts';

/** A transcript is written a little after the hooks of its session ran. */
const GRACE_MS = 10 * 60_000;

/** Whether work is being saved at all, as the agents see it: their environment may be another than this shell's. */
export async function checkSaving(
  repository: Repository,
  places: SettingsPlaces,
  program: readonly string[],
): Promise<Finding[]> {
  const { place } = repository.engine;
  const sessions = listSessions(place).sessions.filter(({ worktree }) => worktree === place.root);
  return [
    ...checkFailures(repository),
    ...checkSwitch(places),
    ...checkEnvironment(sessions.at(-1), repository.world.env),
    ...(await checkArrival(sessions, places, program)),
  ];
}

function checkFailures({ engine: { place }, world }: Repository): Finding[] {
  const unsaved = findUnsaved(place, world);
  if (unsaved === undefined || unsaved.over) return [];
  return [wrong(`nothing has been saved by the hooks since ${unsaved.since}: ${unsaved.cause}`)];
}

/** Claude Code runs no hook where one of its settings files says so. */
function checkSwitch({ env, home, root }: SettingsPlaces): Finding[] {
  const user = env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
  const folders = root === undefined ? [user] : [user, join(root, '.claude')];
  const paths = folders.flatMap((folder) => ['settings.json', 'settings.local.json'].map((name) => join(folder, name)));
  // A repository may bring links along, and one to /dev/zero has no end.
  const own = paths.filter((path) => existsSync(path) && statSync(path).isFile() && !leadsOut(root ?? home, path));
  return own.flatMap((path) => {
    try {
      const { value } = parseJsonText(readFileSync(path, 'utf8'));
      const isOff = isObject(value) && value['disableAllHooks'] === true;
      return isOff ? [wrong(`${path} has disableAllHooks: Claude Code runs no hook, and nothing is saved`)] : [];
    } catch (error) {
      return [wrong(`${path} cannot be read: ${describeError(error)}`)];
    }
  });
}

function checkEnvironment(newest: SessionRecord | undefined, env: SettingsPlaces['env']): Finding[] {
  const seen = newest?.environment;
  if (newest === undefined || seen === undefined) return [];
  const { PATH, ...settings } = seen;
  const missing = ['git-checkpoint', 'node'].filter((name) => findProgram(name, { PATH }) === undefined);
  const differing = Object.entries(settings).filter(([name, value]) => env[name] !== value);
  return [
    ...missing.map((name) =>
      wrong(
        `${name} was not on the PATH of ${agentTitle(newest.agent)} in its last session here`,
        `Start it from a shell that has it. Its PATH was ${PATH?.split(delimiter).join(', ') || 'empty'}`,
      ),
    ),
    ...differing.map(([name, value]) =>
      note(`${agentTitle(newest.agent)} ran with ${name}=${value}, which this shell does not have`),
    ),
    ...problemsOfEnvironment(Object.fromEntries(differing)).map(({ message, hint }) =>
      wrong(`the environment of ${agentTitle(newest.agent)}: ${message}; the default is used`, hint),
    ),
  ];
}

/** Sessions that ran here while no hook of theirs arrived: it is not on the agent's PATH, not trusted, or switched off. */
async function checkArrival(
  sessions: readonly SessionRecord[],
  places: SettingsPlaces,
  program: readonly string[],
): Promise<Finding[]> {
  const { root = '' } = places;
  const installed = new Set((await findInstallations(places, program)).map(({ settings }) => settings.agent));
  const findings: Finding[] = [];
  for (const { agent } of (await loadInstallable()).filter((one) => installed.has(one.agent))) {
    const found = await findTranscript({ agent, cwd: root, root, env: places.env, home: places.home });
    const seen = sessions.filter((session) => session.agent === agent).map((session) => Date.parse(session.seen));
    if (found !== undefined && found.modified - Math.max(0, ...seen) > GRACE_MS)
      findings.push(
        wrong(
          `${agentTitle(agent)} worked here at ${new Date(found.modified).toISOString()}, and none of its hooks arrived since`,
          `Look for errors of hooks on its screen; \`git checkpoint install ${agent}\` installs them anew.`,
        ),
      );
  }
  return findings;
}
