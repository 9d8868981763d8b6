import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { configOf, type Repository } from '../open/repository.ts';
import { redact } from '../redaction/redact.ts';
import { exactPack, exactPart } from './exact-pack.ts';
import { buildPack, type Pack } from './pack/pack.ts';
import type { FormatName, PackInput } from './pack/pack-input.ts';
import type { Selection } from './select-checkpoint.ts';

export interface PackRequest {
  readonly budget?: number;
  /** Wins over the setting; 0 is no limit. */
  readonly maxChars?: number;
  /** What the host that takes the text allows, whatever else is asked for. */
  readonly hostChars?: number;
  readonly format?: FormatName;
  readonly part?: { readonly number: number; readonly of: number };
  /** Count through the API instead of estimating. */
  readonly exact?: boolean;
}

/** Makes packs under the limits of one request. */
interface Packer {
  make(selection: Selection, known: Pick<PackInput, 'files' | 'drift'>): Promise<Pack>;
}

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

export async function packerFor(repository: Repository, request: PackRequest): Promise<Packer> {
  const { world } = repository;
  const config = await configOf(repository);
  const maxChars = request.maxChars ?? config.resumeMaxChars;
  const chars = Math.min(request.hostChars ?? NO_LIMIT, maxChars === 0 ? NO_LIMIT : maxChars);
  const budget = request.budget ?? config.resumeBudget;
  const { format = 'text', part, exact = false } = request;
  const now = world.now();
  return {
    async make({ checkpoint, why }, known) {
      const input: PackInput = defined({
        checkpoint: withoutSecretBranch(checkpoint),
        now,
        ...known,
        selection: why === undefined ? undefined : redact(why).text,
        format,
        part,
      });
      const build = (tokens: number) => buildPack(input, { tokens, chars });
      if (!exact) return build(budget);
      const { countExactly } = await import('../summary/count-exactly.ts');
      const count = (text: string) => countExactly(text, config.model, world);
      if (part === undefined) return exactPack(build, count, budget);
      // What one part holds depends on all of them: they are counted together, whichever is asked for.
      const first = { ...input, part: { ...part, number: 1 } };
      const whole = await exactPack((tokens) => buildPack(first, { tokens, chars }), count, budget);
      return exactPart(whole, count, part.number);
    },
  };
}

/** A note has its branch as git does, for finding it again. */
function withoutSecretBranch({ note, ...checkpoint }: Checkpoint): Checkpoint {
  const branch = redact(note.context.branch).text;
  return { ...checkpoint, note: { ...note, context: { ...note.context, branch } } };
}
