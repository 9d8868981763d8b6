import { defined } from '../../core/defined.ts';

/** What doctor found out about one thing. */
export interface Finding {
  readonly state: 'ok' | 'note' | 'wrong';
  readonly text: string;
  /** How long a hook took that was tried; what was tried stands below what it belongs to. */
  readonly milliseconds?: number;
  /** How long that hook may take. */
  readonly limit?: number;
  /** What to do about it. */
  readonly hint?: string;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const note = (text: string, hint?: string): Finding => defined({ state: 'note', text, hint });
export const wrong = (text: string, hint?: string): Finding => defined({ state: 'wrong', text, hint });
