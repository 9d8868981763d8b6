import { beginCommand } from '../agents/client-commands.ts';
import { agentName } from '../agents/registry.ts';
import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { describeError, Failure } from '../core/failure.ts';
import { handoverText } from '../core/handover.ts';
import type { Handoff } from '../core/note.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { type Repository, signature } from '../open/repository.ts';
import { updateNote } from '../store/update-note.ts';
import { resume } from './resume.ts';

/** What is to be handed over, and to whom. */
interface HandoffRequest {
  /** Absent: the checkpoint that belongs here. */
  readonly number?: CheckpointNumber;
  readonly to: string;
  /** Arguments for the client, such as a model. */
  readonly more?: readonly string[];
}

/** A handoff that is ready to be given. */
interface PreparedHandoff {
  readonly checkpoint: Checkpoint;
  readonly agent: string;
  /** What the agent reads first. */
  readonly text: string;
  readonly tokens: number;
  /** The words that begin its session; absent for an agent without a command line. */
  readonly words?: readonly string[];
}

/** Makes the text for another agent to go on from, and the command that gives it to a fresh session. */
export async function prepareHandoff(repository: Repository, request: HandoffRequest): Promise<PreparedHandoff> {
  const name = agentName(request.to);
  const outcome = await resume(repository, defined({ number: request.number }));
  if (outcome.kind === 'none') {
    throw new Failure('no', 'there is no checkpoint to hand over', { hint: 'Make one with `git checkpoint save`.' });
  }
  const { checkpoint, pack } = outcome;
  const text = handoverText(pack.text);
  const words = beginCommand(name, text, request.more);
  return defined({ checkpoint, agent: name, text, tokens: pack.tokens, words });
}

/** Nobody looks further back, and a note stays small. */
const MAX_HANDOFFS = 20;

/** Writes down on the checkpoint what an agent received of it. Where that fails the agent has it all the same. */
export async function recordHandoff(repository: Repository, handed: PreparedHandoff): Promise<void> {
  try {
    await writeHandoff(repository, handed);
  } catch (error) {
    repository.warnings.push(`the handoff could not be written down: ${describeError(error)}`);
  }
}

async function writeHandoff(repository: Repository, handed: PreparedHandoff): Promise<void> {
  const at = `${repository.world.now().toISOString().slice(0, 19)}Z`;
  const handoff: Handoff = { to: handed.agent, at, tokens: handed.tokens };
  await updateNote(repository.engine, handed.checkpoint.number, {
    edit: (note) => ({ ...note, handoffs: [...(note.handoffs ?? []), handoff].slice(-MAX_HANDOFFS) }),
    ...(await signature(repository)),
  });
}
