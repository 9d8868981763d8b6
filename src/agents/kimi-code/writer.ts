import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../../core/failure.ts';
import { type JsonObject, objectAt, textAt } from '../json-value.ts';
import type { RecordRewriter, SessionSite, SessionWriter } from '../session-writer.ts';
import { sessionsOf, transcriptIn } from './find-transcript.ts';

const PROTOCOL = '1.5';

/** Kimi Code takes up a session by `kimi --session ID`. Its records name the version of their protocol, and none of the client. */
export const kimiWriter: SessionWriter = {
  agent: 'kimi-code',
  tried: '2.1.0',
  knows: (version) => version === undefined,
  newId: () => `session_${randomUUID()}`,
  pathFor: async (id, site) => transcriptIn(join(sessionsOf(realpathSync.native(site.cwd), site), id)),
  companions: ({ path, id }, site) => {
    const agentFolder = dirname(path);
    const text = JSON.stringify(state(id, site, agentFolder));
    return [{ path: join(dirname(dirname(agentFolder)), 'state.json'), text }];
  },
  rewriter,
};

/** What the client writes beside a session of its own. */
function state(id: string, { cwd, now }: SessionSite, agentFolder: string): JsonObject {
  const time = now.getTime();
  return {
    id,
    version: 2,
    cwd: realpathSync.native(cwd),
    createdAt: time,
    updatedAt: time,
    archived: false,
    agents: { main: { homedir: agentFolder, type: 'main' } },
    custom: {},
    lastTurnReason: 'completed',
    isCustomTitle: false,
  };
}

function rewriter(_id: string, { cwd }: SessionSite): RecordRewriter {
  return (record) => {
    switch (textAt(record, 'type')) {
      case 'metadata':
        refuseUnknown(textAt(record, 'protocol_version'));
        return record;
      case 'profile.bind':
        return profile(record, cwd);
      // The client binds the workspace anew, and what was permitted in one session is not permitted in another.
      case 'runtime.set_binding':
      case 'permission.set_mode':
        return undefined;
      default:
        return record;
    }
  };
}

function refuseUnknown(protocol: string): void {
  if (protocol === PROTOCOL) return;
  throw new Failure('no', `the conversation has protocol ${protocol} of Kimi Code, which is not known`, {
    hint: `Sessions of protocol ${PROTOCOL} can be recreated.`,
  });
}

/** A shared conversation comes without the system prompt, and the client would go on without any. */
function profile(record: JsonObject, cwd: string): JsonObject {
  if (textAt(record, 'systemPrompt') === '')
    throw new Failure('no', 'Kimi Code takes up a conversation only on the machine where it was held');
  return { ...record, environmentDisclosure: { ...objectAt(record, 'environmentDisclosure'), cwd } };
}
