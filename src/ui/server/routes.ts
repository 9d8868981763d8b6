import { Failure } from '../../core/failure.ts';
import { dropView, keepView, recoverView, saveView } from './actions.ts';
import type { Call } from './call.ts';
import { readCheckpoint, readPack, readPatch, readRaw, readSaid } from './checkpoint-views.ts';
import { readHealth, readSharing, readUsage } from './health-views.ts';
import { readOverviewView } from './overview-view.ts';
import {
  applyRestoreView,
  patchPlanView,
  planRestoreView,
  planUndoView,
  restoreElsewhereView,
  undoView,
} from './restore-views.ts';
import { searchView } from './search-view.ts';
import { readTimeline, streamTimeline } from './timeline-view.ts';

/** One thing that the page can ask for. */
export interface Route {
  /** `POST` changes something, except for plans. */
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** It changes checkpoints or files; a read-only server has it not. */
  readonly changes?: true;
  /** One value, or several, which are sent as they come, a line each. */
  answer(call: Call): Promise<unknown> | AsyncIterable<unknown>;
}

const routes: readonly Route[] = [
  { method: 'GET', path: '/api/overview', answer: readOverviewView },
  { method: 'GET', path: '/api/timeline', answer: readTimeline },
  { method: 'GET', path: '/api/timeline/all', answer: streamTimeline },
  { method: 'GET', path: '/api/checkpoints/:id', answer: readCheckpoint },
  { method: 'GET', path: '/api/checkpoints/:id/patch', answer: readPatch },
  { method: 'GET', path: '/api/checkpoints/:id/pack', answer: readPack },
  { method: 'GET', path: '/api/checkpoints/:id/raw', answer: readRaw },
  { method: 'GET', path: '/api/checkpoints/:id/conversation', answer: readSaid },
  { method: 'GET', path: '/api/search', answer: searchView },
  { method: 'GET', path: '/api/health', answer: readHealth },
  { method: 'GET', path: '/api/usage', answer: readUsage },
  { method: 'GET', path: '/api/sharing', answer: readSharing },
  { method: 'POST', path: '/api/checkpoints/:id/plan', answer: planRestoreView },
  { method: 'POST', path: '/api/checkpoints/:id/plan/patch', answer: patchPlanView },
  { method: 'POST', path: '/api/checkpoints/:id/restore', changes: true, answer: applyRestoreView },
  { method: 'POST', path: '/api/checkpoints/:id/worktree', changes: true, answer: restoreElsewhereView },
  { method: 'POST', path: '/api/checkpoints/:id/keep', changes: true, answer: keepView },
  { method: 'POST', path: '/api/checkpoints/:id/drop', changes: true, answer: dropView },
  { method: 'POST', path: '/api/undo/plan', answer: planUndoView },
  { method: 'POST', path: '/api/undo', changes: true, answer: undoView },
  { method: 'POST', path: '/api/save', changes: true, answer: saveView },
  { method: 'POST', path: '/api/recover', changes: true, answer: recoverView },
];

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new Failure('usage', 'the address is not encoded as addresses are', { cause });
  }
}

/** The route of a request, with what stood in the place of `:id`. */
export function findRoute(
  method: string,
  path: string,
): { readonly route: Route; readonly params: Record<string, string> } | undefined {
  const parts = path.split('/');
  for (const route of routes) {
    const wanted = route.path.split('/');
    if (route.method !== method || wanted.length !== parts.length) continue;
    const fits = wanted.every((word, at) => word.startsWith(':') || word === parts[at]);
    if (!fits) continue;
    const params = wanted.flatMap((word, at) =>
      word.startsWith(':') ? [[word.slice(1), decode(parts[at] ?? '')] as const] : [],
    );
    return { route, params: Object.fromEntries(params) };
  }
  return undefined;
}
