import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';

/** A tool's answer: what the model saw, and what the client recorded beside it. */
export interface ToolAnswer {
  readonly id: string;
  readonly text: string;
  readonly failed: boolean;
  /** The user or a rule said no, or the user stopped it: then it says nothing about the call itself. */
  readonly stopped?: 'refused' | 'interrupted' | undefined;
  readonly result: JsonObject;
}

const REFUSED =
  /^(?:The user doesn't want to proceed with this tool use|Permission (?:to use|for this)|Claude requested permissions to|The agent proposed a plan that was rejected)/;
/** A call under way when the user pressed Esc, one that waited behind it or beside one that failed, or one that a new client names so. */
const INTERRUPTED =
  /^The user doesn't want to take this action right now|^Sibling tool call errored|^Cancelled: parallel tool call |^\[Tool call skipped: |\[Request interrupted by user[^\]]*\]\s*$/;
const INTERRUPTED_KIND = /^(?:interrupted|cancelled)$/;
const ERROR_FRAME = '<tool_use_error>';
const SAID = 'the user said:\n';

/** Reads a `tool_result` block of a user record. */
export function readToolAnswer(block: JsonObject, record: JsonObject): ToolAnswer {
  const content = block['content'];
  const raw = typeof content === 'string' ? content : blocksText(objectsAt(block, 'content'));
  const text = raw.startsWith(ERROR_FRAME) ? raw.slice(ERROR_FRAME.length).replace(/<\/tool_use_error>\s*$/, '') : raw;
  const [failed, result] = [block['is_error'] === true, objectAt(record, 'toolUseResult')];
  const stopped = failed || result['interrupted'] === true ? stoppedBy(record, text) : undefined;
  return { id: textAt(block, 'tool_use_id'), text, failed, stopped, result };
}

function stoppedBy(record: JsonObject, text: string): ToolAnswer['stopped'] {
  const kind = textAt(record, 'toolDenialKind');
  const interrupted = objectAt(record, 'toolUseResult')['interrupted'] === true;
  if (interrupted || INTERRUPTED_KIND.test(kind) || INTERRUPTED.test(text)) return 'interrupted';
  return kind !== '' || REFUSED.test(text) ? 'refused' : undefined;
}

/** What the user typed when they said no, if anything: words of theirs like any prompt. */
export function refusalWords(answer: ToolAnswer): string {
  const at = answer.stopped === 'refused' ? answer.text.indexOf(SAID) : -1;
  if (at === -1) return '';
  const words = answer.text.slice(at + SAID.length);
  // The client's own words for a user who wants to talk first.
  if (words.startsWith('The user wants to clarify these questions.')) return '';
  const note = words.indexOf('\n\nNote: The user');
  return (note === -1 ? words : words.slice(0, note)).trim();
}

/** The texts of content blocks, in order. */
export function blocksText(blocks: readonly JsonObject[]): string {
  return blocks
    .map((block) => textAt(block, 'text'))
    .filter((text) => text !== '')
    .join('\n');
}
