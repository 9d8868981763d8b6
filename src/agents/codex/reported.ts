import type { DraftCall } from '../draft-state.ts';
import { type JsonObject, numberAt, objectAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { partId, partsOf } from './call-parts.ts';
import { settle } from './ending.ts';
import { readChanges } from './patch.ts';
import { commandOf, editCall, isShell, readCall } from './tool-call.ts';

/** Takes what the client tells of a command's end; it is exact where the output is words. */
export function takeCommand(draft: SessionDraft, event: JsonObject, time: string): void {
  const id = textAt(event, 'call_id');
  const command = commandOf(event);
  const call = draft.callOf(id) ?? calledByProgram(draft, command) ?? addCommand(draft, id, { command, time });
  const exit = numberAt(event, 'exit_code');
  if (call === undefined || call.action !== 'command') return;
  if (event['status'] === 'declined') call.result = 'refused';
  else if (exit !== undefined) {
    settle(call, { text: textAt(event, 'aggregated_output') || textAt(event, 'stdout'), exit });
  }
}

/** Takes what the client tells of a patch: whether it was applied, and to which files. */
export function takePatch(draft: SessionDraft, event: JsonObject, time: string): void {
  const id = textAt(event, 'call_id');
  const changes = objectAt(event, 'changes');
  const result = patchResult(event);
  for (const call of patched(draft, id, { changes, time })) {
    call.result = result;
    if (call.paths.length === 0) call.paths = Object.keys(changes).map((path) => keptText(path, LIMITS.path));
    if (result === 'failed') call.output = keptText(textAt(event, 'stderr'), LIMITS.output);
  }
}

function patchResult(event: JsonObject): DraftCall['result'] {
  if (event['status'] === 'declined') return 'refused';
  return event['success'] === false || event['status'] === 'failed' ? 'failed' : 'ok';
}

/** The edits of a patch. One that a program applied has an id of its own, and is known by its files. */
function patched(
  draft: SessionDraft,
  id: string,
  { changes, time }: { changes: JsonObject; time: string },
): readonly DraftCall[] {
  if (draft.callOf(id) !== undefined) return partsOf(draft, id);
  const paths = Object.keys(changes);
  const touches = (path: string) => paths.some((one) => one === path || one.endsWith(`/${path}`));
  const known = openCalls(draft).filter((call) => call.action === 'edit' && call.paths.some(touches));
  if (known.length > 0) return known;
  for (const [at, edit] of readChanges(changes).entries()) {
    draft.addCall(partId(id, at), editCall('apply_patch', edit), { time });
  }
  return partsOf(draft, id);
}

/** The call of a program that runs this command; one whose command could not be told from the program runs it now. */
function calledByProgram(draft: SessionDraft, command: string): DraftCall | undefined {
  const kept = keptText(command, LIMITS.command);
  const open = openCalls(draft);
  const known = open.find((call) => call.command === kept);
  const untold = open.find((call) => isShell(call.tool) && call.action === 'other' && call.tool !== 'write_stdin');
  if (known === undefined && untold !== undefined) Object.assign(untold, { action: 'command', command: kept });
  return known ?? untold;
}

function addCommand(
  draft: SessionDraft,
  id: string,
  { command, time }: { command: string; time: string },
): DraftCall | undefined {
  draft.addCall(id, readCall({ tool: 'exec_command', input: { cmd: command }, raw: '' }), { time });
  return draft.callOf(id);
}

/** Calls of this turn whose end nobody has told. */
function openCalls(draft: SessionDraft): readonly DraftCall[] {
  const steps = draft.turn?.steps ?? [];
  return steps.flatMap((step) => (step.kind === 'tool' && step.call.result === 'open' ? [step.call] : []));
}
