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
  const isLive = new Set(records);
  const work = eventsOf(all.filter((record) => isLive.has(record) || record['isSidechain'] === true));
  const cwd = string(records.find((record) => string(record['cwd']) !== '')?.['cwd']);
  const branch = string(records.findLast((record) => string(record['gitBranch']) !== '')?.['gitBranch']);
  return { cwd, events, sideEvents, work, branch };
}

function eventsOf(records: readonly Raw[]): RawEvent[] {
  const calls = new Map<string, RawCall>();
  return records.flatMap((record) => {
    if (record['type'] === 'assistant') return assistantEvents(record, calls);
    return record['type'] === 'user' ? userEvents(record, calls) : [];
  });
}

/** Follows the parents from the last record. What hangs beside that way behind a prompt of its own was rewound. */
function liveBranch(records: readonly Raw[]): Raw[] {
  const main = records.filter((record) => record['isSidechain'] !== true && string(record['uuid']) !== '');
  const byId = new Map(main.map((record) => [string(record['uuid']), record]));
  const place = new Map(main.map((record, at) => [record, at]));
  const parentOf = (record: Raw) => {
    const named = string(record['parentUuid']) || string(record['logicalParentUuid']);
    const isSummary = record['isCompactSummary'] === true || record['subtype'] === 'compact_boundary';
    // A record that is missing, or a summary that names none: what stands before it is what came before it.
    const before = named !== '' || isSummary ? main[(place.get(record) ?? 0) - 1] : undefined;
    return byId.get(named) ?? before;
  };
  const live = new Set<Raw>();
  const isSaid = (record: Raw) => record['type'] === 'user' || record['type'] === 'assistant';
  // The client names the leaf in use after each turn; what was said since is newer.
  const marker = records.findLast((record) => record['type'] === 'last-prompt' || isSaid(record));
  const leaf = byId.get(string(marker?.['leafUuid'])) ?? main.findLast(isSaid);
  for (let at = leaf; at !== undefined && !live.has(at); at = parentOf(at)) live.add(at);
  return main.filter((record) => {
    let at: Raw | undefined = record;
    // Results of parallel calls hang beside the way too, but behind no prompt; a hole in the chain ends the search.
    for (let steps = 0; at !== undefined && !live.has(at) && steps < main.length; steps += 1) {
      if (isTyped(at) && parentOf(at) !== undefined) return false;
      at = parentOf(at);
    }
    return true;
  });
}

function isTyped(record: Raw): boolean {
  const { content } = object(record['message']);
  return record['type'] === 'user' && record['isMeta'] !== true && textOf(content) !== '';
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
      directory: string(record['cwd']),
      branch: string(record['gitBranch']),
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
    call.refused = /^The user doesn't want to/.test(call.output);
    call.detail = object(record['toolUseResult']);
  }
  const typed = record['isMeta'] === true ? '' : withoutMachineText(textOf(content));
  return typed === '' ? [] : [{ kind: 'user', text: typed }];
}

function withoutMachineText(text: string): string {
  const bare = text
    .replace(/<(system-reminder|ide_\w+|local-command-\w+|task-notification|ci-monitor-event)>[\s\S]*?<\/\1>/g, '')
    .replace(/^\s*(?:Read the output file to retrieve the result|Full transcript available at):.*/, '')
    .replace(/<\/?teammate-message\b[^>]*>/g, '')
    .trim();
  return /^(<command-|<local-command|<bash-|\[Request interrupted|Caveat:|This session is being continued)/.test(bare)
    ? ''
    : bare;
}
