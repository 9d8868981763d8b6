import { createHash } from 'node:crypto';
import { list, object, parseLines, type Raw, string } from './raw-event.ts';
import type { Cut } from './transcript.ts';

/** What the user types when the new session begins in the middle of the old one's work. */
const GO_ON = 'continue';

/** The transcript that the agent would have written from one cut to the next, had the user cleared it between. */
export function afterClear(before: Cut, cut: Cut): string {
  const isAsked = cut.session.events[before.session.events.length]?.kind === 'user';
  return cut.extension === 'json' ? documentAfter(before, cut, isAsked) : linesAfter(before, cut, isAsked);
}

function documentAfter(before: Cut, cut: Cut, isAsked: boolean): string {
  const [old = {}, now = {}] = [before, cut].map(({ text }) => object(JSON.parse(text)));
  const messages = list(now['messages']).slice(list(old['messages']).length);
  const { timestamp } = object(messages[0]);
  const said = { id: idFrom(cut, 'said'), timestamp, type: 'user', content: GO_ON };
  return JSON.stringify({
    ...now,
    sessionId: idFrom(cut, 'session'),
    messages: isAsked ? messages : [said, ...messages],
  });
}

function linesAfter(before: Cut, cut: Cut, isAsked: boolean): string {
  const lines = cut.text.trimEnd().split('\n');
  const rest = lines.slice(before.text.trimEnd().split('\n').length);
  const [first = {}] = parseLines(lines[0] ?? '');
  const { opening, said, oldId } = first['type'] === 'session_meta' ? codexHead(first) : claudeHead(rest, cut);
  const head = [...opening, ...(isAsked ? [] : said)].map((record) => JSON.stringify(record));
  const text = [...head, ...rest].join('\n');
  return `${oldId === '' ? text : text.replaceAll(oldId, idFrom(cut, 'session'))}\n`;
}

/** How the session begins, still with the id of the old one. */
interface Head {
  readonly opening: readonly Raw[];
  readonly said: readonly Raw[];
  readonly oldId: string;
}

function codexHead(meta: Raw): Head {
  const { timestamp } = meta;
  const content = [{ type: 'input_text', text: GO_ON }];
  const said = [
    { timestamp, type: 'response_item', payload: { type: 'message', role: 'user', content } },
    { timestamp, type: 'event_msg', payload: { type: 'user_message', message: GO_ON } },
  ];
  return { opening: [meta], said, oldId: string(object(meta['payload'])['id']) };
}

function claudeHead(rest: readonly string[], cut: Cut): Head {
  const like =
    parseLines(rest.join('\n')).find((record) => string(record['sessionId']) !== '' && string(record['uuid']) !== '') ??
    {};
  const said = {
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd: like['cwd'],
    sessionId: like['sessionId'],
    version: like['version'],
    type: 'user',
    message: { role: 'user', content: GO_ON },
    // What follows names its parent: this record takes that place.
    uuid: string(like['parentUuid']) || idFrom(cut, 'said'),
    timestamp: like['timestamp'],
  };
  return { opening: [], said: [said], oldId: string(like['sessionId']) };
}

function idFrom({ path, share }: Cut, part: string): string {
  const hex = createHash('sha256').update(`${path} ${share} ${part}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
