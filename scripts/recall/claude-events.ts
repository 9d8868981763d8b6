import {
  list,
  object,
  parseLines,
  type Raw,
  type RawCall,
  type RawEvent,
  type RawSession,
  string,
  textOf,
} from './raw-event.ts';

/** Reads a Claude Code transcript: the live branch only, without sidechains and machine texts. */
export function claudeEvents(text: string): RawSession {
  const all = parseLines(text);
  const records = liveBranch(all);
  const events = eventsOf(records.filter((record) => record['isCompactSummary'] !== true));
  const sideEvents = eventsOf(all.filter((record) => record['isSidechain'] === true));
  const cwd = string(records.find((record) => string(record['cwd']) !== '')?.['cwd']);
  return { cwd, events, sideEvents };
}

function eventsOf(records: readonly Raw[]): RawEvent[] {
  const calls = new Map<string, RawCall>();
  return records.flatMap((record) => {
    if (record['type'] === 'assistant') return assistantEvents(record, calls);
    return record['type'] === 'user' ? userEvents(record, calls) : [];
  });
}

/** Follows the parents from the last record; what is not on the way was rewound. */
function liveBranch(records: readonly Raw[]): Raw[] {
  const main = records.filter((record) => record['isSidechain'] !== true && string(record['uuid']) !== '');
  const byId = new Map(main.map((record) => [string(record['uuid']), record]));
  const live = new Set<string>();
  let at = main.findLast((record) => record['type'] === 'user' || record['type'] === 'assistant');
  while (at !== undefined && !live.has(string(at['uuid']))) {
    live.add(string(at['uuid']));
    at = byId.get(string(at['parentUuid']) || string(at['logicalParentUuid']));
  }
  // Transcripts of old versions and cut ones have holes in the chain; then every record counts.
  const whole = live.size >= main.length * 0.5;
  // Parallel tool calls hang their results beside the chain: a result belongs to its call, wherever it hangs.
  return whole ? main.filter((record) => live.has(string(record['uuid'])) || carriesTools(record)) : [...main];
}

function carriesTools(record: Raw): boolean {
  return list(object(record['message'])['content']).some((block) =>
    ['tool_use', 'tool_result'].includes(string(object(block)['type'])),
  );
}

function assistantEvents(record: Raw, calls: Map<string, RawCall>): RawEvent[] {
  if (record['isApiErrorMessage'] === true) return [];
  return list(object(record['message'])['content']).flatMap((value): RawEvent[] => {
    const block = object(value);
    if (block['type'] === 'text') return [{ kind: 'assistant', text: string(block['text']) }];
    if (block['type'] !== 'tool_use') return [];
    const call: RawCall = {
      tool: string(block['name']),
      input: object(block['input']),
      output: '',
      failed: false,
      detail: {},
    };
    calls.set(string(block['id']), call);
    return [{ kind: 'call', call }];
  });
}

function userEvents(record: Raw, calls: ReadonlyMap<string, RawCall>): RawEvent[] {
  const content = object(record['message'])['content'];
  for (const value of list(content)) {
    const block = object(value);
    const call = calls.get(string(block['tool_use_id']));
    if (call === undefined) continue;
    call.output = textOf(block['content']);
    call.failed = block['is_error'] === true;
    call.detail = object(record['toolUseResult']);
  }
  const typed = record['isMeta'] === true ? '' : withoutMachineText(textOf(content));
  return typed === '' ? [] : [{ kind: 'user', text: typed }];
}

function withoutMachineText(text: string): string {
  const bare = text
    .replace(/<(system-reminder|ide_\w+|local-command-\w+|task-notification)>[\s\S]*?<\/\1>/g, '')
    .trim();
  return /^(<command-|<local-command|<bash-|\[Request interrupted|Caveat:|This session is being continued)/.test(bare)
    ? ''
    : bare;
}
