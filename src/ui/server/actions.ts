import { Failure } from '../../core/failure.ts';
import { drop, keep } from '../../repository/keep-drop.ts';
import { findCrashed, forgetCrashed, saveCrashed } from '../../repository/recover.ts';
import { save } from '../../repository/save.ts';
import { type Call, loadShown, textOf } from './call.ts';

/** Saves the working tree in the user's name. */
export async function saveView({
  repository,
  body,
}: Call): Promise<{ readonly number: number; readonly saved: boolean }> {
  const message = body['message'] === undefined ? '' : textOf(body['message'], 'message').trim();
  const outcome = await save(repository, { trigger: 'manual', ...(message === '' ? {} : { summary: message }) });
  return { number: outcome.checkpoint.number, saved: outcome.kind === 'saved' };
}

export async function keepView({ repository, params, body }: Call): Promise<{ readonly number: number }> {
  const { number } = await loadShown(repository, params['id'] ?? '', body['commit']);
  return { number: (await keep(repository, number)).number };
}

/** Saves what a dead session left in its working tree, or closes it without; its last sign of life must be given, as it was shown. */
export async function recoverView({ repository, body }: Call): Promise<{ readonly saved?: number }> {
  const [id, seen] = [textOf(body['session'], 'session'), textOf(body['seen'], 'seen')];
  const { sessions } = await findCrashed(repository);
  const crashed = sessions.find(({ session }) => session.id === id && session.seen === seen);
  if (crashed === undefined) throw new Failure('no', 'this session is not a crashed one any more; nothing was changed');
  if (body['forget'] === true || crashed.worktree.kind === 'gone') {
    forgetCrashed(repository, crashed.session);
    return {};
  }
  return { saved: (await saveCrashed(repository, crashed.session)).checkpoint.number };
}

/** Puts a checkpoint into the trash. */
export async function dropView({ repository, params, body }: Call): Promise<{ readonly dropped: number }> {
  const { number } = await loadShown(repository, params['id'] ?? '', body['commit']);
  await drop(repository, [number], { force: body['force'] === true });
  return { dropped: number };
}
