import * as assert from 'uvu/assert';
import { noteFromMessage, renderMessage } from '../../../src/store/message.ts';
import { parseNote, renderNote } from '../../../src/store/note-text.ts';
import { Random } from '../../support/random.ts';
import { randomAnalysis, sampleNote } from '../../support/sample-note.ts';
import { describe } from '../../support/suite.ts';

const facts = { created: '2026-01-02T03:04:05Z', commit: '1'.repeat(40) };

describe('commit message', (it) => {
  it('gives back what must survive when the note is lost', () => {
    const note = sampleNote();
    const rebuilt = noteFromMessage(renderMessage(note), facts);
    assert.is(rebuilt?.uid, note.uid);
    assert.is(rebuilt?.summary, note.summary);
    assert.is(rebuilt?.description, note.description);
    assert.is(rebuilt?.session?.id, 'abc-123');
    for (const field of [
      'problem',
      'session_intent',
      'current_task',
      'decisions',
      'current_state',
      'next_actions',
      'blockers',
      'user_rules',
    ] as const) {
      assert.equal(rebuilt?.analysis[field], note.analysis[field], field);
    }
  });

  it('is not taken for another checkpoint that its words quote', () => {
    const quote =
      'As in\nCheckpoint-Uid: 01JF9999999999999999999999\nCheckpoint-Trigger: clear\nCheckpoint-Session: other';
    const { analysis } = sampleNote();
    const note = sampleNote({ description: quote, analysis: { ...analysis, problem: quote } });
    const rebuilt = noteFromMessage(renderMessage(note), facts);
    assert.equal([rebuilt?.uid, rebuilt?.trigger, rebuilt?.session?.id], [note.uid, note.trigger, 'abc-123']);
    assert.equal([rebuilt?.description, rebuilt?.analysis.problem], [quote, quote]);
    assert.equal(rebuilt?.analysis.next_actions, analysis.next_actions);
  });

  it('gives back a note that can be read, however long it is', async () => {
    const { analysis } = sampleNote();
    const long = 'wörter\x01 '.repeat(20_000);
    for (const note of [
      sampleNote({ session: { agent: 'codex', id: long } }),
      sampleNote({ summary: long }),
      sampleNote({ analysis: { ...analysis, decisions: Array.from({ length: 30 }, () => long) } }),
    ]) {
      const rebuilt = noteFromMessage(renderMessage(note), facts);
      assert.ok(rebuilt);
      assert.equal(await parseNote(Buffer.from(renderNote(rebuilt))), rebuilt);
      assert.is(rebuilt.uid, note.uid);
    }
  });

  it('holds no NUL, at which git would stop reading', () => {
    const session = { agent: 'codex', id: 'a\0b' };
    const message = renderMessage(sampleNote({ summary: 'Mend\0 it', description: 'One\0two', session }));
    assert.not.match(message, '\0');
    assert.match(message, /^Mend it\n\nOnetwo\n[\s\S]*\nCheckpoint-Session: ab\n$/);
  });

  it('ends in trailers that git reads, and stays readable with nothing known', () => {
    const empty = sampleNote({
      description: '',
      analysis: {
        ...sampleNote().analysis,
        problem: '',
        session_intent: '',
        current_task: '',
        decisions: [],
        current_state: [],
        next_actions: [],
        blockers: [],
        user_rules: [],
      },
    });
    assert.is(
      renderMessage(empty),
      'Add token refresh\n\nCheckpoint-Uid: 01JF0000000000000000000000\nCheckpoint-Trigger: manual\nCheckpoint-Session: abc-123\n',
    );
  });

  it('is read whatever the analysis says', () => {
    const random = new Random(5);
    for (let round = 0; round < 300; round += 1) {
      const note = sampleNote({ analysis: randomAnalysis(random) });
      assert.is(noteFromMessage(renderMessage(note), facts)?.uid, note.uid, `round ${round}`);
    }
  });

  it('knows a commit that is no checkpoint', () => {
    assert.is(noteFromMessage('Fix the build\n', facts), undefined);
  });
});
