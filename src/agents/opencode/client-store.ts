import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { agentRow } from '../../core/agent-table.ts';
import { Failure } from '../../core/failure.ts';
import { type JsonObject, objectsAt, parseObject } from '../json-value.ts';
import { runClient } from '../run-client.ts';
import type { SessionSite, WrittenSession } from '../session-writer.ts';
import type { OpenCodeName } from './names.ts';

/** Has the client import a session; answers the records that its export then gives. */
export async function adoptSession(
  agent: OpenCodeName,
  { id, path }: WrittenSession,
  site: SessionSite,
): Promise<readonly JsonObject[]> {
  const draft = `${path}.draft-${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(exportOf(path)), { flag: 'wx', mode: 0o600 });
    await runClient([...clientOf(agent), 'import', draft], site);
    return recordsOf(agent, await runClient([...clientOf(agent), 'export', id], site));
  } catch (error) {
    // The client may have taken a part of it, or nothing; then there is nothing to delete.
    await abandonSession(agent, id, site).catch(() => undefined);
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function recordsOf(agent: OpenCodeName, printed: string): readonly JsonObject[] {
  const exported = parseObject(printed);
  if (exported === undefined) throw new Failure('fatal', `${agent} did not take the session`);
  const { info, messages: _, ...rest } = exported;
  const messages = objectsAt(exported, 'messages').map((message) => ({ type: 'message', ...message }));
  return [{ type: 'session', client: agent, info }, ...messages, { type: 'state', ...rest }];
}

export async function abandonSession(agent: OpenCodeName, id: string, site: SessionSite): Promise<void> {
  await runClient([...clientOf(agent), 'session', 'delete', id], site);
}

/** Without plugins: none of them has to know about it, least of all ours. */
function clientOf(agent: OpenCodeName): readonly string[] {
  return [agentRow(agent)?.program ?? agent, '--pure'];
}

/** What `export` would have printed. */
function exportOf(path: string): JsonObject {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const records = lines.map((line) => parseObject(line) ?? {});
  const messages = records.filter(({ type }) => type === 'message').map(({ info, parts }) => ({ info, parts }));
  return { info: records.find(({ type }) => type === 'session')?.['info'], messages };
}
