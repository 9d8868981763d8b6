import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readSession } from '../../../src/agents/read-session.ts';
import { ClaudeTranscript } from '../../support/claude-transcript.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

const QUEUED = 'also paint the door';

/** A turn at work, in which the user types something. */
function atWork(queued: string | undefined = QUEUED): ClaudeTranscript {
  const transcript = new ClaudeTranscript();
  transcript.prompt('Build the shed');
  transcript.call('c1', 'Bash', { command: 'make walls' });
  queue(transcript, 'enqueue', queued);
  return transcript;
}

function queue(transcript: ClaudeTranscript, operation: string, content?: string): void {
  transcript.add('queue-operation', { operation, ...(content === undefined ? {} : { content }) });
}

async function promptsOf(transcript: ClaudeTranscript): Promise<readonly string[]> {
  return withFolder(async (folder) => {
    const path = join(folder, 'session.jsonl');
    await writeFile(path, transcript.text);
    return (await readSession({ path, agent: 'claude-code' })).session.turns.map(({ prompt }) => prompt);
  });
}

describe('a prompt that was typed while the agent of Claude Code worked', (it) => {
  it('is one as soon as the agent goes on with it', async () => {
    const transcript = atWork();
    queue(transcript, 'remove');
    transcript.result('c1', 'built');
    transcript.say('I will paint the door too.');
    assert.equal(await promptsOf(transcript), ['Build the shed', QUEUED]);
  });

  it('comes before the words of the agent that came after it, and not before those written down late', async () => {
    const transcript = atWork();
    queue(transcript, 'remove');
    const late = { timestamp: '2026-01-01T00:00:01.000Z' };
    transcript.add('assistant', { message: { content: [{ type: 'text', text: 'Walls first.' }] }, ...late });
    assert.equal(await promptsOf(transcript), ['Build the shed', QUEUED]);
    transcript.add('attachment', { attachment: { type: 'queued_command', prompt: QUEUED, commandMode: 'prompt' } });
    transcript.say('And now the door.');
    assert.equal(await promptsOf(transcript), ['Build the shed', QUEUED]);
  });

  it('is one also where the user stopped the agent before it went on', async () => {
    const transcript = atWork();
    queue(transcript, 'remove');
    transcript.result('c1', 'built');
    transcript.prompt('[Request interrupted by user]');
    transcript.prompt('paint the roof');
    assert.equal(await promptsOf(transcript), ['Build the shed', QUEUED, 'paint the roof']);
  });

  it('is one that waits where the transcript ends before it was handed over', async () => {
    assert.equal(await promptsOf(atWork()), ['Build the shed', QUEUED]);
  });

  it('is told once where a record of its own repeats it', async () => {
    for (const removed of [0, 1, 2]) {
      const transcript = atWork();
      for (let at = 0; at < removed; at += 1) queue(transcript, 'remove');
      queue(transcript, 'dequeue');
      transcript.add('system', { subtype: 'turn_duration' });
      transcript.prompt(QUEUED);
      transcript.say('Painted.');
      assert.equal(await promptsOf(transcript), ['Build the shed', QUEUED]);
    }
  });

  it('is none where the user took it back', async () => {
    const transcript = atWork();
    queue(transcript, 'popAll', QUEUED);
    transcript.result('c1', 'built');
    transcript.say('Built.');
    assert.equal(await promptsOf(transcript), ['Build the shed']);
  });

  it('is none where something else was typed in its place', async () => {
    const transcript = atWork();
    transcript.result('c1', 'built');
    transcript.say('Built.');
    transcript.prompt('paint the roof');
    assert.equal(await promptsOf(transcript), ['Build the shed', 'paint the roof']);
  });

  it('is not what the client queues for itself, nor a command of the client', async () => {
    for (const text of [
      '{"task_id":"b1","description":"Make"}',
      '<task-notification>x</task-notification>',
      '/compact',
    ]) {
      const transcript = atWork(text);
      queue(transcript, 'remove');
      transcript.result('c1', 'built');
      transcript.say('Built.');
      assert.equal(await promptsOf(transcript), ['Build the shed']);
    }
  });

  it('keeps its place among several', async () => {
    const transcript = atWork();
    queue(transcript, 'enqueue', 'and the roof');
    queue(transcript, 'remove');
    queue(transcript, 'remove');
    transcript.result('c1', 'built');
    transcript.say('Both, then.');
    assert.equal(await promptsOf(transcript), ['Build the shed', QUEUED, 'and the roof']);
  });
});
