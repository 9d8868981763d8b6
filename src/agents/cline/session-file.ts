import { defined } from '../../core/defined.ts';
import type { Session } from '../../core/session.ts';
import { type JsonObject, objectAt, parseObject, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import { beginningOf } from '../transcript-files.ts';

const MAX_LENGTH = 256 * 1024;

/** The session with what lies in the file beside its transcript: where it works, and its name. */
export async function addClineSession(session: Session): Promise<Session> {
  if (session.transcript === undefined) return session;
  const beside = await readSessionFile(session.transcript);
  const title = textAt(objectAt(beside, 'metadata'), 'title');
  return {
    ...session,
    ...defined({
      cwd: textAt(beside, 'cwd') || session.cwd,
      title: title === '' ? undefined : keptText(title, LIMITS.description),
    }),
  };
}

/** What is known of the session of a transcript; nothing where the file is not there. */
export async function readSessionFile(transcript: string): Promise<JsonObject> {
  return parseObject(await beginningOf(transcript.replace(/\.messages\.json$/, '.json'), MAX_LENGTH)) ?? {};
}
