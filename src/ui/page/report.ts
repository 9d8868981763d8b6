import { update } from './store.ts';
import { failureOf } from './use-loaded.ts';

/** Says how an action ended; answers whether it ended well. */
export async function report(action: Promise<unknown>, text: string): Promise<boolean> {
  try {
    await action;
    update({ toast: { tone: 'good', text } });
    return true;
  } catch (error) {
    const { message, hint } = failureOf(error);
    update({ toast: { tone: 'bad', text: message, ...(hint === undefined ? {} : { hint }) } });
    return false;
  }
}
