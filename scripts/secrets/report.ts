import { execFileSync } from 'node:child_process';
import { type FalseHits, falseHitsIn } from './false-hits.ts';
import { forms } from './forms.ts';
import { missesOfForm, missesOfShape } from './misses.ts';
import { groupOf, shapes } from './shapes.ts';
import { valueKinds } from './values.ts';

/** Every miss and false hit, and the tables about them. */
export interface SecretsReport {
  readonly tables: string;
  readonly examples: readonly string[];
}

/** `transcripts`: folders of real sessions to count false hits in, beside the code that every clone has. */
export function measureSecrets(tries: number, transcripts: readonly string[]): SecretsReport {
  const sections = [formTable(tries), shapeTable(), noiseTable(transcripts)];
  return {
    tables: sections.map(({ table }) => table).join('\n'),
    examples: sections.flatMap(({ examples }) => examples),
  };
}

interface Section {
  readonly table: string;
  readonly examples: readonly string[];
}

function formTable(tries: number): Section {
  const examples: string[] = [];
  const rows = forms.map((form) => {
    const cells = Object.entries(valueKinds).map(([kind, make]) => {
      const { missed, example } = missesOfForm(form, make, tries);
      if (example !== undefined) examples.push(`${form.name}, ${kind}: ${JSON.stringify(example)}`);
      return percent(missed, tries);
    });
    return row([form.name, ...cells]);
  });
  const intro = `Missed, in percent of ${tries.toLocaleString('en')} random values in each cell:\n`;
  return { table: [intro, ...tableOf(['form', ...Object.keys(valueKinds)], rows)].join('\n'), examples };
}

function shapeTable(): Section {
  const tries = 50;
  const examples: string[] = [];
  const groups = { 'worked with': [0, 0, 0], 'held out': [0, 0, 0], 'written later': [0, 0, 0] };
  for (const [index, shape] of shapes.entries()) {
    const { missed, example } = missesOfShape(shape, tries);
    const group = groups[groupOf(index)];
    group[0] = (group[0] ?? 0) + 1;
    group[1] = (group[1] ?? 0) + (missed > 0 ? 1 : 0);
    group[2] = (group[2] ?? 0) + missed;
    if (example !== undefined) examples.push(`${shape.name}: ${JSON.stringify(example)}`);
  }
  const rows = Object.entries(groups).map(([name, [all = 0, leaking = 0, missed = 0]]) =>
    row([name, String(all), String(leaking), percent(missed, all * tries)]),
  );
  const intro = `\nRealistic shapes (\`scripts/secrets/shapes.ts\`), ${tries} secrets each; a third of the first was not looked at before the rules were done, the later ones were written without a look at the rules:\n`;
  return { table: [intro, ...tableOf(['shapes', 'number', 'with a miss', 'missed, %'], rows)].join('\n'), examples };
}

/** The rules, their samples and their tests are full of what looks like a secret, and are left out. */
const OWN_SAMPLES = /redact|scripts\/secrets|secrets-stay-here|scan-bytes|another-users-repository/;

function noiseTable(transcripts: readonly string[]): Section {
  const gitFiles = [
    execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(),
    '/usr/share/doc/git',
    '/usr/share/git-core',
  ];
  const own = ['src', 'scripts', 'test', 'docs', 'fixtures', 'plugin'];
  const measured: readonly (readonly [string, FalseHits])[] = [
    ['`node_modules` of a clone', falseHitsIn('node_modules')],
    ["this project's own files", total(own.map((root) => falseHitsIn(root, (path) => OWN_SAMPLES.test(path))))],
    ["git's installed files", total(gitFiles.map((root) => falseHitsIn(root)))],
    ...(transcripts.length === 0
      ? []
      : [['transcripts of sessions', total(transcripts.map((root) => falseHitsIn(root)))] as const]),
  ];
  const rows = measured.map(([name, { files, bytes, places }]) => {
    const megabytes = bytes / 1e6;
    return row([
      name,
      files.toLocaleString('en'),
      megabytes.toFixed(1),
      String(places.length),
      (places.length / megabytes).toFixed(2),
    ]);
  });
  const table = [
    '\nFalse hits in text that holds no secret:\n',
    ...tableOf(['text', 'files', 'MB', 'false hits', 'per MB'], rows),
  ];
  return { table: `${table.join('\n')}\n`, examples: measured.flatMap(([, { places }]) => places) };
}

function total(parts: readonly FalseHits[]): FalseHits {
  return {
    files: parts.reduce((sum, { files }) => sum + files, 0),
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    places: parts.flatMap(({ places }) => places),
  };
}

const percent = (part: number, whole: number) => ((part * 100) / whole).toFixed(1);
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function tableOf(heads: readonly string[], rows: readonly string[]): string[] {
  return [row(heads), `|${heads.map((_, at) => (at === 0 ? '---' : '---:')).join('|')}|`, ...rows];
}
