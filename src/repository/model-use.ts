import type { World } from '../core/world.ts';
import { configOf, type Repository } from '../open/repository.ts';

/** Whether the user agreed that a model is asked, and where it would be. */
interface ModelUse {
  readonly llm: 'on' | 'off';
  readonly host: string;
  readonly hasKey: boolean;
}

export async function modelUse(repository: Repository): Promise<ModelUse> {
  const { llm } = await configOf(repository);
  return { llm, ...modelPlace(repository.world) };
}

/** Where a digest is sent, by the environment. */
export function modelPlace({ env }: Pick<World, 'env'>): Omit<ModelUse, 'llm'> {
  const url = env['ANTHROPIC_BASE_URL'] || 'https://api.anthropic.com';
  return { host: URL.canParse(url) ? new URL(url).host : url, hasKey: (env['ANTHROPIC_API_KEY'] ?? '') !== '' };
}
