import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import { openRepository, type Repository } from '../../open/repository.ts';
import {
  findSetting,
  listSettings,
  openUserSettings,
  readSetting,
  type ShownSetting,
  setSetting,
} from '../../repository/settings.ts';
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

type Key = (typeof keys)[number];

const scopes = { repository: 'local', user: 'file' } as const;

export const configureTool = tool({
  name: 'checkpoint_configure',
  title: 'Configure automatic checkpoints',
  description:
    'Sets what happens by itself on /clear, at session start and when the context fills up, for this repository or for the user, and returns the settings in force. Without settings it only returns them. Takes effect at once. Change settings only when the user asks for it.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  doing: 'Writing settings',
  input: (z) => ({
    ...ofEach((key) => shapeOf(z, key).optional().describe(findSetting(key).about)),
    checkpoint_threshold: shapeOf(z, 'checkpoint_threshold_percent')
      .optional()
      .describe('The same as checkpoint_threshold_percent'),
    scope: z
      .enum(['repository', 'user'])
      .default('repository')
      .describe("This repository's git config, or the user's settings file"),
  }),
  output: (z) => ({
    success: z.boolean(),
    config: z.object(ofEach((key) => shapeOf(z, key))),
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
    if (scope === 'user') refuseSwitchingOff(written, wanted);
    await refuseShorterKeeping(repository, { scope, wanted });
    for (const key of written)
      await setSetting(repository, { key, values: [String(wanted[key])], scope: scopes[scope] });
    const shown = await readAgain(repository);
    const hidden = written
      .filter((key) => plain(shown(key)) !== wanted[key])
      .map(shown)
      .map(({ key, origin }) => ({ key, by: `${origin.layer} (${origin.place})` }));
    const config = ofEach((key) => plain(shown(key)));
    return defined({ success: true, config, written, hidden: hidden.length === 0 ? undefined : hidden });
  },
});

/** What would stop saving in every repository of the user. */
const switches: readonly Key[] = ['auto_checkpoint_on_clear', 'save_each_turn'];

/** A model may have been talked into it: what leaves all of the user's work unsaved is the user's to say. */
function refuseSwitchingOff(written: readonly Key[], wanted: Readonly<Partial<Record<Key, unknown>>>): void {
  const off = written.find((key) => switches.includes(key) && wanted[key] === false);
  if (off === undefined) return;
  throw new Failure('no', `switching ${off} off for all repositories is left to the user`, {
    hint: `The user can run \`git checkpoint config set --global ${off} false\`; for this repository alone, use scope repository.`,
  });
}

/** How many checkpoints stay, or for how many days; 0 is no limit. */
const limits: readonly Key[] = ['max_auto_summaries', 'cleanup_after_days'];

/** What is saved already must not go sooner because a model says so, here or in the user's other repositories. */
async function refuseShorterKeeping(
  repository: Repository,
  { scope, wanted }: { readonly scope: keyof typeof scopes; readonly wanted: Readonly<Partial<Record<Key, unknown>>> },
): Promise<void> {
  const place = scope === 'user' ? await openUserSettings(repository.world) : repository;
  for (const key of limits.filter((limit) => wanted[limit] !== undefined)) {
    const { value } = await readSetting(place, key);
    if (keepsAsMuch(Number(wanted[key]), Number(value))) continue;
    const global = scope === 'user' ? '--global ' : '';
    throw new Failure(
      'no',
      `${key} ${wanted[key]} would let checkpoints go sooner than ${value}: it is left to the user`,
      {
        hint: `The user can run \`git checkpoint config set ${global}${key} ${wanted[key]}\`.`,
      },
    );
  }
}

function keepsAsMuch(limit: number, before: number): boolean {
  return limit === 0 || (before !== 0 && limit >= before);
}

function ofEach<T>(make: (key: Key) => T): Record<Key, T> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, T>;
}

/** A setting's value as the table of settings has it. */
function shapeOf(z: Z, key: Key) {
  const { form } = findSetting(key);
  if (form.kind === 'flag') return z.boolean();
  return form.kind === 'number' ? z.int().min(form.least).max(form.most) : z.union([z.boolean(), z.literal('prompt')]);
}

/** Opened anew: an open repository keeps the settings that it began with. */
async function readAgain({ engine, world }: Repository): Promise<(key: Key) => ShownSetting> {
  const fresh = await openRepository(engine.place.root, world);
  try {
    const all = await listSettings(fresh);
    return (key) => all.find((shown) => shown.key === findSetting(key).file) as ShownSetting;
  } finally {
    await fresh.close();
  }
}

/** A switch is kept as a text; outside, true and false are themselves. */
function plain({ value }: ShownSetting): boolean | number | 'prompt' {
  return (value === 'true' || value === 'false' ? value === 'true' : value) as boolean | number | 'prompt';
}
