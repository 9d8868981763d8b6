import { readdirSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { Failure } from '../../../src/core/failure.ts';
import { parseNote, renderNote } from '../../../src/store/note-text.ts';
import { Random } from '../../support/random.ts';
import { randomAnalysis, sampleNote } from '../../support/sample-note.ts';
import { describe } from '../../support/suite.ts';

const bytes = (text: string) => Buffer.from(text);

async function failure(text: string): Promise<string> {
  try {
    await parseNote(bytes(text));
  } catch (error) {
    assert.instance(error, Failure);
    return (error as Failure).message;
  }
  throw new Error('it was read');
}

describe('note text', (it) => {
  it('is YAML that says what the note says', () => {
    assert.equal(parse(renderNote(sampleNote())), sampleNote());
  });

  it('reads back every note it writes', async () => {
    const random = new Random(3);
    for (let round = 0; round < 300; round += 1) {
      const note = sampleNote({ analysis: randomAnalysis(random) });
      assert.equal(await parseNote(bytes(renderNote(note))), note, `round ${round}`);
    }
  });

  it('is read for a row with intent, evidence and commands, and without what is long', async () => {
    const evidence = { 'decisions.0': { by: 'agent', turn: 3 } } as const;
    const note = sampleNote({ analysis: { ...sampleNote().analysis, evidence } });
    const { analysis, context, files_modified } = await parseNote(bytes(renderNote(note)), { briefly: 'row' });
    assert.is(analysis.session_intent, note.analysis.session_intent);
    assert.equal(analysis.evidence, evidence);
    assert.equal(context.recent_commands, note.context.recent_commands);
    assert.equal(
      [analysis.decisions, analysis.artifacts, context.git_status.modified, files_modified],
      [[], [], [], []],
    );
  });

  it('reads a note that a person wrote in another style of YAML', async () => {
    const text = `# by hand\n{schema: 1, uid: 01JF0000000000000000000000, created: '2026-01-02', trigger: manual, mode: stateful,
      summary: 'Hand made', analysis: {source: user}, context: {}, totals: {}}\n`;
    const note = await parseNote(bytes(text));
    assert.is(note.summary, 'Hand made');
    assert.equal(note.analysis.decisions, []);
  });

  it('reads every note format ever released', async () => {
    const folder = new URL('../../../fixtures/notes/', import.meta.url);
    for (const name of readdirSync(folder)) {
      assert.is((await parseNote(readFileSync(new URL(name, folder)))).summary, 'Add token refresh', name);
    }
  });

  it('refuses a note that is too large before parsing it', async () => {
    assert.match(await failure(`a: ${'x'.repeat(70_000)}\n`), /more than 65536 are not read/);
  });

  it('refuses anchors and aliases', async () => {
    assert.match(await failure('schema: 1\nsummary: &a x\ndescription: *a\n'), /anchors/);
  });

  it('refuses what only looks like a note, whatever its form, and is not held up', async () => {
    const deep = `schema: 1\nx: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`;
    const malformed = [
      ...['', '\u0000\u0001\u0002', '\ufeff', '%YAML 9.9\n---\n', 'schema: 1\nschema: 1\n', '--- 1\n--- 2\n', deep],
      ...['x: {'.repeat(10_000), '!!js/function "x"\n', '!!binary |\n  AAAA\n', '? [a]\n: b\n', '<<: {a: 1}\n'],
      ...['schema: 1\n__proto__:\n  polluted: true\n', 'schema: 1\nconstructor:\n  prototype:\n    polluted: true\n'],
      ...[
        'schema: .nan\n',
        'schema: 1e999\n',
        `schema: ${'9'.repeat(5000)}\n`,
        'schema: "1"\nsummary: [1]\n',
        '\t- x\n',
      ],
    ];
    for (const text of malformed) assert.ok((await failure(text)).length > 0, text.slice(0, 60));
    assert.ok((await failure(`schema: 1\nsummary: |\n${'  line\n'.repeat(800_000)}`)).length > 0, '5 MB');
    assert.is(({} as { polluted?: boolean }).polluted, undefined);
  });

  it('names the schema of a newer version', async () => {
    assert.match(await failure('schema: 2\n'), /schema 2; this version reads schema 1/);
  });

  it('names the field that is wrong', async () => {
    const text = renderNote(sampleNote()).replace('trigger: manual', 'trigger: whim');
    assert.match(await failure(text), /note\.trigger is not one of manual/);
    assert.match(
      await failure(renderNote(sampleNote()).replace('files: 2', 'files: many')),
      /note\.totals\.files is not a whole number/,
    );
    assert.match(await failure('- a\n- b\n'), /note is not a map/);
    assert.match(await failure('a: [\n'), /not YAML/);
  });
});
