import * as assert from 'uvu/assert';
import type { Evidence } from '../../../../src/core/note.ts';
import { buildPack } from '../../../../src/resume/pack/pack.ts';
import type { PackInput } from '../../../../src/resume/pack/pack-input.ts';
import { sampleCheckpoint, sampleNote } from '../../../support/sample-checkpoint.ts';
import { describe } from '../../../support/suite.ts';

const now = new Date('2026-01-02T03:04:05Z');
const roomy = { tokens: 5000, chars: 10_000 };
/** What Claude Code and Codex take, in two parts. */
const wide = { tokens: 5000, chars: 20_000 };
const sentence = 'The lease is taken before the journal is opened, so two writers can never meet.';
const report = Array.from({ length: 30 }, (_, at) => `Point ${at}: ${sentence}`).join('\n');

/** Said by user and agent in turns, the user first. */
function said(texts: readonly string[], findings: readonly string[] = [], files: PackInput['files'] = []): PackInput {
  const evidence = Object.fromEntries(
    texts.map((_, at): [string, Evidence] => [
      `last_exchange.${at}`,
      { by: at % 2 === 0 ? 'user' : 'agent', turn: Math.floor(at / 2) + 1 },
    ]),
  );
  const note = sampleNote({}, { last_exchange: texts, findings, evidence });
  return { checkpoint: sampleCheckpoint(note), now, files, format: 'text' };
}

/** More than a pack could show. */
function manyFiles(): PackInput['files'] {
  const after = Array.from({ length: 90 }, (_, line) => `export const value${line} = ${line};`).join('\n');
  return Array.from({ length: 12 }, (_, at) => ({ path: `src/part-${at}.ts`, status: 'added', after, binary: false }));
}

function sectionOf(text: string, title: string): string {
  return text.split(`\n${title}:\n`)[1]?.split('\n\n')[0] ?? '';
}

describe('the last exchange in a pack', (it) => {
  it('says who said what, in the order in which it was said', () => {
    const { text } = buildPack(said(['Is it safe?', sentence, 'Then ship it']), roomy);
    assert.is(sectionOf(text, 'Last exchange'), `- User: Is it safe?\n- Agent: ${sentence}\n- User: Then ship it`);
  });

  it('leaves room for files in a pack that has some, and takes more of one that has none', () => {
    const texts = [report, report, report, report, report, report];
    const full = buildPack(said(texts, [], manyFiles()), wide);
    const length = sectionOf(full.text, 'Last exchange').length;
    assert.ok(length > 2000 && length < 9500, `${length}`);
    assert.match(full.text, 'new file, whole');
    assert.ok(sectionOf(buildPack(said(texts), roomy).text, 'Last exchange').length > 6000);
  });

  it('shows the files that the last words are about before what was said a while ago', () => {
    const old = Array.from({ length: 8 }, (_, at) => [`Do step ${at}`, report]).flat();
    const last = 'Written and not tried yet: `src/part-1.ts` and `src/part-2.ts`.';
    const { sections } = buildPack(said([...old, 'And now?', last], [], manyFiles()), wide);
    const whole = sections.filter(({ level }) => level === 'whole').map(({ name }) => name);
    assert.equal(whole, ['src/part-1.ts', 'src/part-2.ts']);
  });

  it('shows the newest words whole, and of older prompts at least how they begin', () => {
    const prompts = ['first', 'second', 'third'].map((word) => `The ${word} thing to do. ${sentence.repeat(4)}`);
    const texts = prompts.flatMap((prompt) => [prompt, report]).concat('And now?', sentence);
    const { text } = buildPack(said(texts, [], manyFiles()), roomy);
    const lines = sectionOf(text, 'Last exchange').split('\n');
    assert.is(lines.at(-1), `- Agent: ${sentence}`);
    for (const word of ['first', 'second', 'third'])
      assert.ok(
        lines.some((line) => line.startsWith(`- User: The ${word} thing to do.`)),
        word,
      );
  });

  it('leaves findings whole or out', () => {
    const findings = Array.from({ length: 60 }, (_, at) => `Finding ${at}: ${sentence} ${sentence}`);
    const { text } = buildPack(said(['Go'], findings, manyFiles()), roomy);
    const shown = sectionOf(text, 'Findings').split('\n').slice(0, -1);
    assert.ok(shown.length > 0 && shown.length < findings.length, `${shown.length}`);
    for (const line of shown) assert.ok(findings.includes(line.slice(2)), line);
  });

  it('is not repeated by the findings, however much of it has room', () => {
    const old = 'The journal is never closed by `drain()`, which runs first. Nothing waits for it.';
    const long = Array.from({ length: 24 }, (_, at) => `Point ${at}: ${sentence}`).join('\n');
    const findings = ['The journal is never closed by `drain()`, which runs first.', 'The lease has no owner.'];
    const { text } = buildPack(said(['Is it safe?', `${old}\n${long}`, 'And now?', long], findings), roomy);
    assert.is(text.split('never closed by').length, 2, text);
    assert.ok(text.includes('The lease has no owner.'));
  });

  it('is not repeated by the findings', () => {
    const other = 'The journal is replayed from its last mark.';
    const { text } = buildPack(said(['Is it safe?', `It is. ${sentence}`], [sentence, other]), roomy);
    assert.is(sectionOf(text, 'Findings'), `- ${other}`);
  });

  it('shows a long last answer whole before what was said on the way to it', () => {
    const answer = Array.from({ length: 40 }, (_, at) => `Point ${at}: ${sentence}`)
      .join('\n')
      .slice(0, 3400);
    const texts = [
      'How did it grow?',
      ...Array.from({ length: 8 }, (_, at) => `Looked at part ${at}. ${sentence}`),
      answer,
    ];
    const input = said(texts, [], manyFiles());
    const evidence = Object.fromEntries(
      texts.map((_, at): [string, Evidence] => [`last_exchange.${at}`, { by: at === 0 ? 'user' : 'agent', turn: 1 }]),
    );
    const note = sampleNote({}, { last_exchange: texts, findings: [], evidence });
    const { text } = buildPack({ ...input, checkpoint: sampleCheckpoint(note) }, roomy);
    assert.ok(text.includes(`- Agent: ${answer.split('\n').join('\n    ')}\n`));
  });

  it('has of a turn that runs what was found out, before the report of an older one', () => {
    const texts = ['How did it grow?', report, 'And the queue?', report.replaceAll('Point', 'Found'), 'Now the rest.'];
    const by = ['user', 'agent', 'user', 'agent', 'agent'] as const;
    const evidence = Object.fromEntries(
      by.map((who, at): [string, Evidence] => [`last_exchange.${at}`, { by: who, turn: at < 2 ? 1 : 2 }]),
    );
    const note = sampleNote({}, { last_exchange: texts, findings: [], evidence });
    const { text } = buildPack(
      { ...said(texts, [], manyFiles()), checkpoint: sampleCheckpoint(note) },
      { tokens: 2500, chars: 5000 },
    );
    const shown = (word: string) => text.split(`${word} `).length;
    assert.ok(shown('Found') > shown('Point'), `${shown('Found')} ${shown('Point')}`);
  });

  it('keeps the end of what it cuts', () => {
    const asked = `${'The queue is slow when it is full. '.repeat(60)}Do not rename it.`;
    const { text } = buildPack(said([asked, 'It is quicker.', 'Go on', report], [], manyFiles()), {
      tokens: 1500,
      chars: 3000,
    });
    assert.match(text, 'Point 29: ');
  });

  it('tells the story only of turns that it does not show', () => {
    const story = ['Turns 1–3: made the lexer → edited 2 files', 'Turn 4: fix it → edited a.ts → Fixed.'];
    const evidence: Record<string, Evidence> = {
      'last_exchange.0': { by: 'user', turn: 4 },
      'last_exchange.1': { by: 'agent', turn: 4 },
    };
    const note = sampleNote({}, { last_exchange: ['Fix it', 'Fixed.'], play_by_play: story, evidence });
    const { text } = buildPack({ checkpoint: sampleCheckpoint(note), now, files: [], format: 'text' }, roomy);
    assert.is(sectionOf(text, 'Play-by-play'), `- ${story[0]}`);
  });
});
