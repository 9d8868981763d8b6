import type { Checkpoint } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import type { Repository } from '../../open/repository.ts';
import { type CrashedSession, findCrashed, forgetCrashed, saveCrashed } from '../../repository/recover.ts';
import { resume } from '../../repository/resume.ts';
import { findWayOn } from '../../repository/way-on.ts';
import { planRestore } from '../../restore/plan.ts';
import { ask } from '../ask.ts';
import { withColors } from '../colors.ts';
import { type Call, type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { crashedJson, renderCrashed } from '../render/crashed.ts';
import { showPath } from '../render/facts.ts';
import { renderSaved, savedJson } from '../render/saved.ts';
import { renderContinue } from '../render/way-on.ts';
import { carryOutAsked } from './restore.ts';

export const recoverCommand: Command = {
  name: 'recover',
  about: 'Find crashed sessions; save, restore or resume what they left',
  positionals: [],
  options: [
    { name: 'save', kind: 'flag', about: 'Save what is there now and close the sessions, without asking' },
    { name: 'forget', kind: 'flag', about: 'Close the sessions without saving' },
    { name: 'session', kind: 'text', value: 'ID', completes: 'session', about: 'Only this session' },
    jsonOption,
  ],
  details:
    'A session crashed when it began, never ended and its process is gone: after a kill or a power cut, for example. Sessions of `git checkpoint watch`, of the library and of agents with hooks are found alike. On a terminal recover asks what to do with each; elsewhere it lists them. A new agent session runs `recover --save` by itself when it starts.',
  async run(call) {
    const { args, world } = call;
    if (args.flag('save') && args.flag('forget')) throw new Failure('usage', '--save and --forget exclude each other');
    const opened = await call.repository();
    const { sessions, unreadable } = await findCrashed(opened);
    const wanted = sessions.filter(({ session }) => (args.text('session') ?? session.id) === session.id);
    for (const path of unreadable) world.stderr.write(`warning: ${showPath(path)} cannot be read\n`);
    if (args.flag('json')) {
      const sessions = [];
      for (const crashed of wanted) sessions.push({ ...crashedJson(crashed), ...(await closeAsAsked(call, crashed)) });
      writeJson({ args, world }, { sessions, unreadable });
      return 0;
    }
    if (wanted.length === 0) world.stderr.write('No crashed sessions found.\n');
    const screen = await withColors(world, opened);
    for (const crashed of wanted) {
      world.stdout.write(renderCrashed(crashed, screen));
      world.stdout.write(await wayOnOf(opened, crashed));
      await settle(call, crashed);
    }
    return 0;
  },
};

/** How the crashed session itself can be continued, where that is possible. */
async function wayOnOf(opened: Repository, { checkpoint }: CrashedSession): Promise<string> {
  if (checkpoint === undefined) return '';
  const words = renderContinue(checkpoint, await findWayOn(opened, checkpoint), opened.world);
  return words === '' ? '' : `  ${words}`;
}

/** Does what the flags ask for; answers what was saved. */
async function closeAsAsked({ args, repository }: Call, crashed: CrashedSession): Promise<Record<string, unknown>> {
  const opened = await repository();
  if (args.flag('save') && crashed.worktree.kind !== 'gone')
    return { saved: savedJson(await saveCrashed(opened, crashed.session)) };
  if (args.flag('save') || args.flag('forget')) forgetCrashed(opened, crashed.session);
  return {};
}

async function settle(call: Call, crashed: CrashedSession): Promise<void> {
  const { args, world, repository } = call;
  if (args.flag('forget')) return forgetCrashed(await repository(), crashed.session);
  if (args.flag('save')) return saveNow(call, crashed);
  const { checkpoint } = crashed;
  if (!world.stdin.isTTY || !world.stdout.isTTY) {
    world.stderr.write('  Save it with `git checkpoint recover --save`');
    world.stderr.write(
      checkpoint === undefined ? '\n' : `; view it with \`git checkpoint resume ${checkpoint.number}\`\n`,
    );
    return;
  }
  await offer(call, crashed);
}

async function saveNow({ world, repository }: Call, crashed: CrashedSession): Promise<void> {
  const opened = await repository();
  if (crashed.worktree.kind === 'gone') return forgetCrashed(opened, crashed.session);
  renderSaved(await saveCrashed(opened, crashed.session), world);
}

type Answer = 's' | 'r' | 'p' | 'd' | 'q';

/** Asks what to do, until the session is settled or left alone. */
async function offer(call: Call, crashed: CrashedSession): Promise<void> {
  const { world, repository } = call;
  const opened = await repository();
  const { checkpoint, session } = crashed;
  const choices = choicesFor(checkpoint, session.worktree === opened.engine.place.root);
  const question = `${choices.map(([, words]) => words).join(' · ')} `;
  const letters = choices.map(([letter]) => letter);
  for (;;) {
    const answer = await ask(question, letters, world);
    if (answer === 's') return saveNow(call, crashed);
    if (answer === 'd') return forgetCrashed(opened, session);
    // Both of the others are only offered with a checkpoint.
    if (answer === 'q' || checkpoint === undefined) return;
    if (answer === 'p') await printResume(call, checkpoint);
    else if (await restoreAsked(call, checkpoint)) return forgetCrashed(opened, session);
  }
}

function choicesFor(checkpoint: Checkpoint | undefined, here: boolean): [Answer, string][] {
  const restoring: [Answer, string][] =
    checkpoint === undefined || !here ? [] : [['r', `[r]estore ${checkpoint.number}`]];
  const printing: [Answer, string][] = checkpoint === undefined ? [] : [['p', '[p]rint its context']];
  return [['s', '[s]ave the working tree'], ...restoring, ...printing, ['d', '[d]ismiss'], ['q', '[q]uit']];
}

async function restoreAsked({ args, repository }: Call, checkpoint: Checkpoint): Promise<boolean> {
  const opened = await repository();
  return (await carryOutAsked(opened, await planRestore(opened, { checkpoint }), { args, meant: false })) === 0;
}

async function printResume({ world, repository }: Call, { number }: Checkpoint): Promise<void> {
  const outcome = await resume(await repository(), { number });
  if (outcome.kind === 'resumed') world.stdout.write(outcome.pack.text);
}
