import type { ConversationDraft } from '../conversation/store-conversation.ts';
import { defined } from '../core/defined.ts';
import { describeError } from '../core/failure.ts';
import type { Trigger } from '../core/note.ts';
import type { Session } from '../core/session.ts';
import type { buildNote } from '../note/build-note.ts';
import type { TranscriptReading } from '../note/read-transcript.ts';
import type { SaveRequest } from '../note/save-request.ts';
import { configOf, type Repository } from '../open/repository.ts';
import { predecessorFinder } from '../resume/line-of-work.ts';
import { readState, type StoreState } from '../store/state.ts';
import { newUid } from '../store/uid.ts';

/** What a save knows beside the working tree. */
export interface ReadForSave extends TranscriptReading {
  readonly state: StoreState;
  readonly findPredecessor: ReturnType<typeof predecessorFinder>;
  readonly buildNote: typeof buildNote;
  readonly conversation: KeptConversation;
  readonly uid: string;
}

/** What can be read while git looks at the working tree. */
export async function readForSave(repository: Repository, request: SaveRequest): Promise<ReadForSave> {
  const state = await readState(repository.engine);
  const findPredecessor = predecessorFinder(repository, state);
  const reading = await readSessionFor(repository, request);
  // Loaded only now: git has been at work since the first moment.
  const { buildNote } = await import('../note/build-note.ts');
  const conversation = await keepConversation(repository, reading.session);
  return { state, findPredecessor, ...reading, buildNote, conversation, uid: newUid(repository.world.now()) };
}

interface KeptConversation {
  readonly draft?: ConversationDraft;
  readonly warning?: string;
}

/** Stores what was said, unless the user wants none of it. A conversation never stops a save. */
export async function keepConversation(
  repository: Repository,
  session: Session | undefined,
): Promise<KeptConversation> {
  if (session === undefined || (await configOf(repository)).conversation === 'off') return {};
  try {
    const { storeConversation } = await import('../conversation/store-conversation.ts');
    return defined({ draft: await storeConversation(repository.engine, session) });
  } catch (error) {
    return { warning: `The conversation could not be stored: ${describeError(error)}` };
  }
}

// An interval capture and the safety of a restore are about the files; reading a transcript would only slow them down.
const aboutFiles: readonly Trigger[] = ['interval', 'restore'];

async function readSessionFor(repository: Repository, request: SaveRequest): Promise<TranscriptReading> {
  if (request.source === 'none') return {};
  if (request.source === undefined && aboutFiles.includes(request.trigger)) return {};
  if (!(await configOf(repository)).captureAnalysis) return {};
  const { readTranscript } = await import('../note/read-transcript.ts');
  return readTranscript(repository, request.source ?? {});
}
