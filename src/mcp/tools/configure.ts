import type { World } from '../../core/world.ts';
import { openRepository, type Repository } from '../../open/repository.ts';
import { listSettings, type ShownSetting, setSetting } from '../../repository/settings.ts';
import { tool, type Z } from '../tool.ts';

/** What a model may set, each under the last part of its name in the settings file. */
const keys = [
  'auto_checkpoint_on_clear',
  'auto_resume_on_start',
  'checkpoint_threshold_percent',
  'verify_before_clear',
  'save_each_turn',
  'auto_summary_enabled',
  'max_auto_summaries',
  'cleanup_after_days',
] as const;

const scopes = { repository: 'local', user: 'file' } as const;

export const configureTool = tool({
  name: 'checkpoint_configure',
  title: 'Configure automatic checkpoints',
  description:
    'Sets what happens by itself on /clear, at session start and when the context fills up, for this repository or for the user, and returns the settings in force. Without settings it only returns them. Takes effect at once. Change settings only when the user asks for it.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  doing: 'Writing settings',
  input,
  output: (z) => ({
    success: z.boolean(),
    config: z.object({
      auto_checkpoint_on_clear: onOffPrompt(z),
      auto_resume_on_start: onOffPrompt(z),
      checkpoint_threshold_percent: z.int(),
      verify_before_clear: z.boolean(),
      save_each_turn: z.boolean(),
      auto_summary_enabled: z.boolean(),
      max_auto_summaries: z.int(),
      cleanup_after_days: z.int(),
    }),
    written: z.array(z.string()),
    hidden: z
      .array(z.object({ key: z.string(), by: z.string() }))
      .optional()
      .describe('Written, but something stronger says otherwise'),
  }),
  async run({ scope, checkpoint_threshold, ...settings }, { repository }) {
    const threshold = settings.checkpoint_threshold_percent ?? checkpoint_threshold;
    const wanted = { ...settings, checkpoint_threshold_percent: threshold };
    const written = keys.filter((key) => wanted[key] !== undefined);
    for (const key of written)
      await setSetting(repository, { key, values: [String(wanted[key])], scope: scopes[scope] });
    const shown = await readAgain(repository);
    const hidden = written
      .filter((key) => plain(shownSetting(shown, key).value) !== wanted[key])
      .map((key) => shownSetting(shown, key))
      .map(({ key, origin }) => ({ key, by: `${origin.layer} (${origin.place})` }));
    const config = Object.fromEntries(keys.map((key) => [key, plain(shownSetting(shown, key).value)])) as Shown;
    return { success: true, config, written, ...(hidden.length === 0 ? {} : { hidden }) };
  },
});

type Shown = {
  [Key in (typeof keys)[number]]: Key extends 'auto_checkpoint_on_clear' | 'auto_resume_on_start'
    ? boolean | 'prompt'
    : Key extends 'verify_before_clear' | 'save_each_turn' | 'auto_summary_enabled'
      ? boolean
      : number;
};

function input(z: Z) {
  return {
    auto_checkpoint_on_clear: onOffPrompt(z).optional().describe('Save on /clear; prompt saves and asks afterwards'),
    auto_resume_on_start: onOffPrompt(z).optional().describe('Hand the checkpoint to a new session; prompt offers it'),
    checkpoint_threshold_percent: z.int().min(70).max(95).optional().describe('Save when the context is this full'),
    checkpoint_threshold: z.int().min(70).max(95).optional().describe('The same as checkpoint_threshold_percent'),
    verify_before_clear: z.boolean().optional().describe('Compare first and save only what changed'),
    save_each_turn: z.boolean().optional().describe('Save after each turn that changed something'),
    auto_summary_enabled: z.boolean().optional().describe('Write a summary line when none is given'),
    max_auto_summaries: z.int().min(1).max(1_000_000).optional().describe('Automatic checkpoints kept per branch'),
    cleanup_after_days: z.int().min(0).max(36_500).optional().describe('Days until automatic ones go; 0 is never'),
    scope: z
      .enum(['repository', 'user'])
      .default('repository')
      .describe("This repository's git config, or the user's settings file"),
  };
}

function onOffPrompt(z: Z) {
  return z.union([z.boolean(), z.literal('prompt')]);
}

/** Opened anew: an open repository keeps the settings that it began with. */
async function readAgain({ engine, world }: { engine: Repository['engine']; world: World }): Promise<ShownSetting[]> {
  const fresh = await openRepository(engine.place.root, world);
  try {
    return await listSettings(fresh);
  } finally {
    await fresh.close();
  }
}

function shownSetting(all: readonly ShownSetting[], key: string): ShownSetting {
  const found = all.find((setting) => setting.key.endsWith(`.${key}`));
  if (found === undefined) throw new Error(`there is no setting ${key}`);
  return found;
}

/** A switch is kept as a text; outside, true and false are themselves. */
function plain(value: ShownSetting['value']): unknown {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}
