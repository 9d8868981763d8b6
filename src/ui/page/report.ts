import { update } from './store.ts';
import { failureOf } from './use-loaded.ts';

/** Says why something was not done. */
export function complain(error: unknown): void {
  const { message, hint } = failureOf(error);
  update({ toast: { tone: 'bad', text: message, ...(hint === undefined ? {} : { hint }) } });
}

/** Says how an action ended; answers whether it ended well. */
export async function report<T>(action: Promise<T>, words: string | ((done: T) => string)): Promise<boolean> {
  try {
    const done = await action;
    update({ toast: { tone: 'good', text: typeof words === 'string' ? words : words(done) } });
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}
