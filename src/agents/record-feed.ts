import type { Agent, Layout } from './agent.ts';
import { parseObject } from './json-value.ts';
import { LineSplitter, type ScanPosition } from './line-splitter.ts';
import type { SessionDraft } from './session-draft.ts';
import { countUnknown } from './unknown-kinds.ts';

/** A session written as one JSON document is rewritten whole each time; longer ones are not taken into memory. */
const MAX_DOCUMENT_LENGTH = 32 * 1024 * 1024;
const BEGINNING = 48;

/** Turns the bytes of a transcript into records for the agent's reader. */
export interface RecordFeed {
  push(chunk: Buffer): void;
  /** There is nothing more for now. Answers where to go on. */
  end(): ScanPosition;
}

export function openFeed(agent: Agent, draft: SessionDraft, at: { layout: Layout; start: ScanPosition }): RecordFeed {
  if (at.layout === 'document') return documentFeed(agent, draft);
  return at.layout === 'text' ? textFeed(agent, draft, at.start) : lineFeed(agent, draft, at.start);
}

function lineFeed(agent: Agent, draft: SessionDraft, start: ScanPosition): RecordFeed {
  const splitter = new LineSplitter(start, (line) => takeLine(agent, draft, line));
  return {
    push: (chunk) => splitter.push(chunk),
    end() {
      const { rest } = splitter;
      // The writer may be in the middle of the last line; half an object never parses.
      if (rest.length > 0 && parseObject(rest.toString()) !== undefined) {
        takeLine(agent, draft, rest);
        splitter.takeRest();
      }
      return closeScan(splitter, draft);
    },
  };
}

function takeLine(agent: Agent, draft: SessionDraft, line: Buffer): void {
  const { counts } = draft.state;
  const beginning = line.toString('latin1', 0, BEGINNING);
  if (beginning.trim() === '') return;
  counts.lines += 1;
  if (agent.skips?.(beginning) === true) return;
  const record = parseObject(line.toString());
  if (record === undefined) counts.malformed += 1;
  else if (!agent.reduce(draft, record)) countUnknown(counts, record);
}

function textFeed(agent: Agent, draft: SessionDraft, start: ScanPosition): RecordFeed {
  const take = (line: Buffer) => {
    draft.state.counts.lines += 1;
    agent.reduce(draft, { line: line.toString().replace(/\r$/, '') });
  };
  const splitter = new LineSplitter(start, take);
  return {
    push: (chunk) => splitter.push(chunk),
    end() {
      const { rest } = splitter;
      if (rest.length > 0) take(rest);
      splitter.takeRest();
      return closeScan(splitter, draft);
    },
  };
}

function closeScan(splitter: LineSplitter, draft: SessionDraft): ScanPosition {
  const { counts } = draft.state;
  counts.lines += splitter.oversized;
  counts.oversized += splitter.oversized;
  counts.bytes = splitter.position.offset;
  return splitter.position;
}

function documentFeed(agent: Agent, draft: SessionDraft): RecordFeed {
  const { counts } = draft.state;
  let pieces: Buffer[] = [];
  return {
    push(chunk) {
      counts.bytes += chunk.length;
      if (counts.bytes <= MAX_DOCUMENT_LENGTH) pieces.push(Buffer.from(chunk));
      else pieces = [];
    },
    end() {
      const record = parseObject(Buffer.concat(pieces).toString());
      counts.lines = 1;
      if (counts.bytes > MAX_DOCUMENT_LENGTH) counts.oversized = 1;
      else if (record === undefined) counts.malformed = 1;
      else if (!agent.reduce(draft, record)) countUnknown(counts, record);
      return { offset: counts.bytes, inside: false };
    },
  };
}
