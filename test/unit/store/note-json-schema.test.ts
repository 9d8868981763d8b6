import { readdirSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { renderCheckpointSchema } from '../../../scripts/docs/checkpoint-schema.ts';
import { renderNoteSchema } from '../../../scripts/docs/note-schema.ts';
import { checkNote } from '../../../src/store/note-schema.ts';
import { renderNote } from '../../../src/store/note-text.ts';
import { noteErrors } from '../../support/note-validator.ts';
import { Random } from '../../support/random.ts';
import { randomAnalysis, sampleNote } from '../../support/sample-note.ts';
import { describe } from '../../support/suite.ts';

const published = new URL('../../../docs/note.schema.json', import.meta.url);
const fixtures = new URL('../../../fixtures/notes/', import.meta.url);

function isRead(document: unknown): boolean {
  try {
    checkNote(document);
    return true;
  } catch {
    return false;
  }
}

/** The document with another value at one of its places. */
function spoilt(random: Random, document: unknown): unknown {
  if (typeof document !== 'object' || document === null || Object.keys(document).length === 0 || random.chance(0.15))
    return random.pick<unknown>([7, -1, 1.5, 'word', true, [], {}, [{}], ['word']]);
  const key = random.pick(Object.keys(document));
  const value = spoilt(random, (document as Record<string, unknown>)[key]);
  return Array.isArray(document) ? document.with(Number(key), value) : { ...document, [key]: value };
}

describe('the JSON Schema of the note', (it) => {
  it('is published as the check of notes says; `npm run schema` writes it', () => {
    assert.is(readFileSync(published, 'utf8'), renderNoteSchema());
    const ofCheckpoint = new URL('../../../docs/checkpoint.schema.json', import.meta.url);
    assert.is(readFileSync(ofCheckpoint, 'utf8'), renderCheckpointSchema());
  });

  it('takes every note format ever released', () => {
    for (const name of readdirSync(fixtures))
      assert.equal(noteErrors(parse(readFileSync(new URL(name, fixtures), 'utf8'))), [], name);
  });

  it('takes what is written, and what is read: both or neither', () => {
    const random = new Random(5);
    for (let round = 0; round < 400; round += 1) {
      const document: unknown = parse(renderNote(sampleNote({ analysis: randomAnalysis(random) })));
      assert.equal(noteErrors(document), [], `round ${round}`);
      const other = spoilt(random, document);
      assert.is(noteErrors(other).length === 0, isRead(other), `round ${round}: ${JSON.stringify(other)}`);
    }
  });

  it('names what must be there', () => {
    assert.equal(noteErrors({ schema: 1 }).length, 1);
    assert.equal(noteErrors(sampleNote({ summary: undefined as unknown as string })), []);
  });
});
