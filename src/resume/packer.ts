import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { configOf, type Repository } from '../open/repository.ts';
import { redact } from '../redaction/redact.ts';
import { buildPack, type Pack } from './pack/pack.ts';
import type { FormatName, PackInput, PackLimits } from './pack/pack-input.ts';
import type { Selection } from './select-checkpoint.ts';

export interface PackRequest {
  readonly budget?: number;
  /** Wins over the setting; 0 is no limit. */
  readonly maxChars?: number;
  /** What the host that takes the text allows, whatever else is asked for. */
  readonly hostChars?: number;
  readonly format?: FormatName;
  readonly part?: { readonly number: number; readonly of: number };
}

/** Makes packs under the limits of one request. */
interface Packer {
  readonly limits: PackLimits;
  make(selection: Selection, known: Pick<PackInput, 'files' | 'read' | 'drift' | 'title'>): Pack;
}

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

export async function packerFor(repository: Repository, request: PackRequest): Promise<Packer> {
  const { world } = repository;
  const config = await configOf(repository);
  const maxChars = request.maxChars ?? config.resumeMaxChars;
  const chars = Math.min(request.hostChars ?? NO_LIMIT, maxChars === 0 ? NO_LIMIT : maxChars);
  const budget = request.budget ?? config.resumeBudget;
  const { format = 'text', part } = request;
  const now = world.now();
  const limits: PackLimits = { tokens: budget, chars };
  return {
    limits,
    make({ checkpoint, why }, known) {
      const input: PackInput = defined({
        checkpoint: withoutSecretBranch(checkpoint),
        now,
        ...known,
        selection: why === undefined ? undefined : redact(why).text,
        format,
        part,
      });
      return buildPack(input, limits);
    },
  };
}

/** A note has its branch as git does, for finding it again. */
function withoutSecretBranch({ note, ...checkpoint }: Checkpoint): Checkpoint {
  const branch = redact(note.context.branch).text;
  return { ...checkpoint, note: { ...note, context: { ...note.context, branch } } };
}
