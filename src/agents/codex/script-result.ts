import type { DraftCall } from '../draft-state.ts';
import type { SessionDraft } from '../session-draft.ts';
import { partId, partsOf } from './call-parts.ts';
import { onlyReads, settle, startedBy, takeEnding } from './ending.ts';
import { cellName, memoryOf, remember } from './memory.ts';
import { commandEndings, type Ending, printedExit, type ScriptOutput } from './output.ts';
import { isShell } from './tool-call.ts';

/** What other tools than commands answer when they went well. */
const ACKNOWLEDGED = /^(?:\{\}|"?(?:Success\. Updated|Plan updated))/;

/** Takes the output of a program: how the tools ended that it called. It may come in pieces, to those who wait for it. */
export function takeScript(draft: SessionDraft, id: string, script: ScriptOutput): void {
  const program = startedBy(draft, id) ?? id;
  const waiting = program === id ? undefined : draft.callOf(id);
  if (waiting !== undefined) waiting.result = 'ok';
  if (script.status === 'running') {
    const memory = memoryOf(draft);
    memory.processes = remember(memory.processes, { process: cellName(script.cell), call: program });
    return;
  }
  const parts = partsOf(draft, program);
  // What an event has told already is exact.
  const isKnown = parts.map(({ result }) => result !== 'open');
  for (const [part, ending] of endingsOf(parts, script)) {
    if (isKnown[part] === false) takeEnding(draft, partId(program, part), ending);
  }
  const open = parts.filter(({ result }) => result === 'open');
  if (script.status === 'completed') return;
  if (script.status === 'failed') blame(open, script.error);
  for (const part of open) if (part.result === 'open') part.result = 'interrupted';
}

/** Which call ended how, by its place in the program, as far as what was printed tells. */
function endingsOf(parts: readonly DraftCall[], script: ScriptOutput): readonly [number, Ending][] {
  const places = parts.flatMap(({ tool }, at) => (isShell(tool) ? [at] : []));
  const exact = commandEndings(script.texts);
  if (script.status !== 'completed') return exact.length > places.length ? [] : zip(places, exact);
  const rest = places.length === 0 ? whole(script) : { text: '' };
  const others = parts.flatMap((_, at): [number, Ending][] => (places.includes(at) ? [] : [[at, rest]]));
  return [
    ...zip(
      places,
      exact.length === places.length
        ? exact
        : byPlace(
            places.flatMap((at) => parts[at] ?? []),
            script,
          ),
    ),
    ...others,
  ];
}

/** A text for each command, or all of it for all: of a batch nobody can say which line came of which; files that were read among it say nothing of the others. */
function byPlace(calls: readonly DraftCall[], script: ScriptOutput): readonly Ending[] {
  const count = calls.length;
  const texts = script.texts.filter((text) => !ACKNOWLEDGED.test(text));
  if (texts.length === count)
    return texts.map((text) => commandEndings([text])[0] ?? { text, exit: printedExit(text) });
  const all = count > 1 && calls.some(onlyReads) ? { text: '' } : whole(script);
  return Array.from({ length: count }, () => (count === 1 ? { ...all, exit: printedExit(all.text) } : all));
}

function whole({ texts }: ScriptOutput): Ending {
  return { text: texts.filter((text) => text.trim() !== '').join('\n') };
}

function zip(places: readonly number[], endings: readonly Ending[]): [number, Ending][] {
  return endings.flatMap((ending, at): [number, Ending][] => {
    const place = places[at];
    return place === undefined ? [] : [[place, ending]];
  });
}

/** The error that ended a program came of the tool that it names, else of the first that has no result. */
function blame(open: readonly DraftCall[], error: string): void {
  const patch = /patch/i.test(error.slice(0, 200)) ? open.filter(({ action }) => action === 'edit') : [];
  const command = /^exec_command failed/.test(error) ? open.filter(({ action }) => action === 'command') : [];
  const named = command.filter((call) => call.command !== undefined && error.includes(call.command));
  const culprits = [patch, named, command.slice(0, 1), open.slice(0, 1)].find((calls) => calls.length > 0) ?? [];
  const isKnown = /^(?:exec[_ ]command|apply_patch|patch|rejected|aborted|This action)/.test(error);
  for (const call of culprits) settle(call, { text: isKnown ? error : `Script error: ${error}` });
}
