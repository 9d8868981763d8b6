import type { SettingsPlaces } from '../../agents/agent-settings.ts';
import { findTranscript } from '../../agents/find-transcript.ts';
import { isMark } from '../../agents/mark.ts';
import { readSession } from '../../agents/read-session.ts';
import { servedNames } from '../../core/agent-table.ts';
import { agentTitle } from '../../core/agent-title.ts';
import { defined } from '../../core/defined.ts';
import { describeError } from '../../core/failure.ts';
import type { Session } from '../../core/session.ts';
import { findMark } from '../../local/transcript-marks.ts';
import type { Repository } from '../../open/repository.ts';
import { type Finding, note } from './finding.ts';

const MAX_NAMED = 3;
/** Fewer calls of a tool that is not read say nothing about the format. */
const MIN_CALLS = 10;
const HINT = 'Checkpoints lack what they say; a newer version of git-checkpoint may read it.';

/** Whether the newest session of each agent here was written in a form that this version reads. */
export async function checkTranscripts(repository: Repository, places: SettingsPlaces): Promise<Finding[]> {
  const findings = await Promise.all(
    servedNames.map(async (agent) => {
      try {
        const session = await newestSession(repository, places, agent);
        return session === undefined ? [] : unread(session, agentTitle(agent));
      } catch (error) {
        return [note(`the newest session of ${agentTitle(agent)} cannot be read: ${describeError(error)}`)];
      }
    }),
  );
  return findings.flat();
}

/** Read on from where the last save stopped, so that a long one is read once. */
async function newestSession(
  { engine: { place } }: Repository,
  { env, home }: SettingsPlaces,
  agent: string,
): Promise<Session | undefined> {
  const found = await findTranscript({ agent, cwd: place.root, root: place.root, env, home });
  if (found === undefined) return undefined;
  const mark = findMark(place, found.path);
  const { session } = await readSession(defined({ ...found, resumeFrom: isMark(mark) ? mark : undefined }));
  return session;
}

function unread(session: Session, title: string): Finding[] {
  const unknown = [records(session), calls(session)].filter((text) => text !== '');
  if (unknown.length === 0) return [];
  const who = [title, session.agentVersion].filter((word) => word !== undefined).join(' ');
  return [note(`${who} ${unknown.join(', and ')} that this version does not read`, HINT)];
}

function records({ reading: { kinds = [], unknown } }: Session): string {
  const named = kinds.toSorted((a, b) => b.count - a.count).slice(0, MAX_NAMED);
  const rest = unknown - named.reduce((sum, { count }) => sum + count, 0);
  const parts = named.map(({ kind, count }, at) => `${count}${at === 0 ? ' records' : ''} of kind '${kind}'`);
  if (parts.length === 0) return '';
  return `wrote ${[...parts, ...(rest > 0 ? [`${rest} others`] : [])].join(', ')}`;
}

/** A tool that does most of the work and of which nothing is known but its name; those of MCP servers are nobody's format. */
function calls({ turns }: Session): string {
  const all = turns.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'tool' ? [step.call] : [])));
  const others = all.filter(({ tool, action }) => action === 'other' && !tool.startsWith('mcp__'));
  const tools = [...new Set(others.map(({ tool }) => tool))].map((tool) => ({
    tool,
    count: others.filter((call) => call.tool === tool).length,
  }));
  const most = tools.toSorted((a, b) => b.count - a.count)[0];
  if (most === undefined || most.count < MIN_CALLS || most.count * 3 < all.length) return '';
  return `made ${most.count} of ${all.length} calls with '${most.tool}'`;
}
