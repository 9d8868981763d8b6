import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { type JsonObject, objectAt } from '../json-value.ts';
import type { RecordEnds, RecordRewriter, SessionSite, SessionWriter } from '../session-writer.ts';
import { namesIn } from '../transcript-files.ts';
import { geminiFolder, hashOf, registeredNames } from './find-transcript.ts';

/** Gemini CLI takes up a session by `gemini --resume ID` in the directory of its project. Recordings name no version. */
export const geminiWriter: SessionWriter = {
  agent: 'gemini-cli',
  tried: '0.61.0',
  knows: (version) => version === undefined,
  pathFor,
  sidePathFor: (transcript, name, id) => join(dirname(transcript), id, `${name}.jsonl`),
  // By it the client knows the folder of a project that it never worked in.
  companions: ({ path }, { cwd }) => [{ path: join(dirname(dirname(path)), '.project_root'), text: cwd }],
  rewriter,
  compacted,
};

async function pathFor(id: string, site: SessionSite): Promise<string> {
  const time = site.now.toISOString().slice(0, 16).replace(':', '-');
  const folder = await projectFolder(site);
  return join(folder, 'chats', `session-${time}-${id.slice(0, 8)}.jsonl`);
}

/** The folder of the project; one that the client never worked in gets a folder in the way the client makes it. */
async function projectFolder(site: SessionSite): Promise<string> {
  const tmp = join(geminiFolder(site), 'tmp');
  const names = await registeredNames(geminiFolder(site));
  const known = names.get(site.cwd);
  if (known !== undefined) return join(tmp, known);
  const taken = new Set([...names.values(), ...(await namesIn(tmp))]);
  const plain =
    basename(site.cwd)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'project';
  let name = plain;
  for (let count = 1; taken.has(name); count += 1) name = `${plain}-${count}`;
  return join(tmp, name);
}

/** The recording of a subagent keeps its own id. */
function rewriter(id: string, site: SessionSite): RecordRewriter {
  let isSubagent = false;
  return (record) => {
    isSubagent ||= record['kind'] === 'subagent';
    if (isSubagent) return record;
    if ('$set' in record) return { ...record, $set: renamed(objectAt(record, '$set'), id, site) };
    return 'projectHash' in record ? renamed(record, id, site) : record;
  };
}

/** The head of the recording, and the snapshot to which the client compresses what was said. */
function compacted({ first }: RecordEnds, summary: string, now: Date): JsonObject[] {
  const timestamp = now.toISOString();
  const text = `<state_snapshot>\n${summary}\n</state_snapshot>`;
  return [
    { ...first, startTime: timestamp, lastUpdated: timestamp },
    { id: randomUUID(), timestamp, type: 'user', content: [{ text }] },
    { id: randomUUID(), timestamp, type: 'gemini', content: [{ text: 'I know what was done so far.' }] },
  ];
}

function renamed(metadata: JsonObject, id: string, { cwd }: SessionSite): JsonObject {
  const { sessionId, projectHash, directories } = metadata;
  return {
    ...metadata,
    ...(sessionId === undefined ? {} : { sessionId: id }),
    ...(projectHash === undefined ? {} : { projectHash: hashOf(cwd) }),
    ...(directories === undefined ? {} : { directories: [cwd] }),
  };
}
