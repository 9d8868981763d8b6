import { type JsonObject, objectAt, textAt } from '../json-value.ts';
import type { RecordEnds } from '../session-writer.ts';
import { idAt } from './ids.ts';

/** The head of a session, the request for a summary, and the summary, as the client compacts its own. */
export function compactedSession({ first, last }: RecordEnds, summary: string, now: Date): JsonObject[] {
  const info = objectAt(last, 'info');
  // An answer names the model itself, a prompt has it in an object.
  const { providerID, modelID } = 'model' in info ? objectAt(info, 'model') : info;
  const time = { created: now.getTime() };
  const agent = textAt(info, 'agent') || 'build';
  const [asked, answered] = [idAt('msg', now, 0), idAt('msg', now, 1)];
  const tokens = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };
  return [
    first,
    {
      type: 'message',
      info: { id: asked, role: 'user', time, agent, model: { providerID, modelID } },
      parts: [{ id: idAt('prt', now, 0), type: 'compaction', auto: false }],
    },
    {
      type: 'message',
      info: {
        id: answered,
        role: 'assistant',
        time: { ...time, completed: now.getTime() },
        parentID: asked,
        modelID,
        providerID,
        mode: 'compaction',
        agent: 'compaction',
        path: { cwd: '', root: '' },
        cost: 0,
        tokens,
        summary: true,
        finish: 'stop',
      },
      parts: [{ id: idAt('prt', now, 1), type: 'text', text: summary }],
    },
  ];
}
