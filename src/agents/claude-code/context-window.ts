import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import type { SessionDraft } from '../session-draft.ts';

const SMALL_WINDOW = 200_000;
const LARGE_WINDOW = 1_000_000;

/** Models whose window is large foreveryone. The transcript does not say when a plan enlarges another's. */
const LARGE_MODELS = /(?:sonnet|fable|mythos)-5|opus-5-5|\[1m\]/;

/** Takes the context's size from an answer's usage; split records of one message repeat it. */
export function noteUsage(draft: SessionDraft, message: JsonObject): void {
  const model = textAt(message, 'model');
  if (model === '' || model === '<synthetic>') return;
  const { head } = draft.state;
  if (head.model !== model) delete head.contextWindow;
  head.model = model;
  const usage = objectAt(message, 'usage');
  const spent = objectsAt(usage, 'iterations').at(-1) ?? usage;
  const tokens = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
  const total = tokens.reduce((sum, key) => sum + (numberAt(spent, key) ?? 0), 0);
  if (total > 0) noteContext(draft, total);
}

/** A compaction leaves so many tokens until the next answer tells. */
export function noteContext(draft: SessionDraft, tokens: number): void {
  const { head } = draft.state;
  const known = Math.max(head.contextWindow ?? 0, LARGE_MODELS.test(head.model ?? '') ? LARGE_WINDOW : SMALL_WINDOW);
  head.contextTokens = tokens;
  head.contextWindow = tokens > SMALL_WINDOW ? LARGE_WINDOW : known;
}
