import type { DriftFacts } from '../../../../src/resume/pack/drift.ts';
import { formats, type PackInput, type PackLimits } from '../../../../src/resume/pack/pack-input.ts';
import type { WorkingFile } from '../../../../src/resume/pack/working-file.ts';
import { sampleCheckpoint, sampleNote } from '../../../support/sample-checkpoint.ts';

/** Draws checkpoints of the worst kinds: huge lists, giant lines, every script, minified code. The same seed, the same one. */
export function randomInput(seed: number): { readonly input: PackInput; readonly limits: PackLimits } {
  const draw = drawing(seed);
  const list = () => Array.from({ length: draw.size() }, () => draw.text());
  const analysis = {
    problem: draw.text(),
    session_intent: draw.text(),
    current_task: draw.text(),
    decisions: list(),
    findings: list(),
    last_exchange: list(),
    technical_context: list(),
    play_by_play: list(),
    current_state: list(),
    next_actions: list(),
    blockers: list(),
    pasted_findings: list(),
    user_rules: list(),
    relevant_docs: list(),
    artifacts: list().map((change) => ({ path: draw.path(), status: 'modified' as const, change })),
  };
  const note = sampleNote({ summary: draw.text(), description: draw.text(), pending: draw.below(2) === 0 }, analysis);
  const files = Array.from({ length: draw.size() }, () => randomFile(draw));
  const of = 1 + draw.below(3);
  const input: PackInput = {
    checkpoint: sampleCheckpoint(note, { noteFrom: draw.below(4) === 0 ? 'message' : 'note' }),
    now: new Date('2026-01-02T03:04:05Z'),
    drift: randomDrift(draw),
    files,
    format: formats[draw.below(3)] ?? 'text',
    ...(of === 1 ? {} : { part: { number: 1 + draw.below(of), of } }),
  };
  return { input, limits: { tokens: draw.limit(6000), chars: draw.limit(12_000) } };
}

type Drawing = ReturnType<typeof drawing>;

function drawing(seed: number) {
  let state = (seed * 2_654_435_761 + 12_345) % 4_294_967_296;
  const below = (most: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * most);
  };
  const pick = <T>(values: readonly T[]): T | undefined => values[below(values.length)];
  const text = () => {
    const length = pick([0, 3, 40, 200, 2000, below(20) === 0 ? 60_000 : 10]) ?? 0;
    const alphabet = pick(ALPHABETS) ?? 'a';
    const units = Array.from(alphabet);
    let made = '';
    while (made.length < length) made += units[below(units.length)] ?? 'a';
    return made;
  };
  const path = () =>
    `${pick(['src/', 'a/very/deep/place/', '', '目录/'])}${below(9999)}.${pick(['ts', 'py', 'md', 'bin', 'x'])}`;
  const size = () => pick([0, 0, 1, 3, 12, 60, below(12) === 0 ? 400 : 5]) ?? 0;
  const limit = (usual: number) => pick([0, 1, 7, 40, 120, 400, 1500, usual]) ?? usual;
  return { below, pick, text, path, size, limit };
}

function randomFile(draw: Drawing): WorkingFile {
  const before = draw.below(2) === 0 ? draw.text() : undefined;
  const after = draw.below(4) === 0 ? undefined : code(draw);
  const status = draw.pick(['added', 'modified', 'deleted', 'renamed', 'type'] as const) ?? 'modified';
  const texts = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  return {
    path: draw.path(),
    status,
    binary: draw.below(6) === 0,
    size: draw.below(1e7),
    added: draw.below(99),
    ...texts,
  };
}

function code(draw: Drawing): string {
  const line =
    draw.pick(['  const value = await read(path);', 'function f() {', '}', '```', 'x=1;y=2;'.repeat(500)]) ?? '';
  return Array.from({ length: draw.below(80) }, () => (draw.below(9) === 0 ? draw.text().slice(0, 300) : line)).join(
    '\n',
  );
}

function randomDrift(draw: Drawing): DriftFacts {
  const commits = Array.from({ length: draw.below(7) }, () => ({ oid: 'f'.repeat(40), subject: draw.text() }));
  const paths = () => Array.from({ length: draw.size() }, () => draw.path());
  return {
    commits,
    commitCount: commits.length * draw.below(30),
    rewound: draw.below(3) === 0,
    branchThen: 'main',
    branchNow: draw.pick(['main', 'feature/ü', '']) ?? '',
    changed: paths(),
    reverted: paths(),
    committed: paths(),
    gone: [],
    reset: false,
    rebased: false,
    stashes: [],
  };
}

const ALPHABETS = [
  'abcdefghij klmnop qrstuvwxyz\n',
  'AbC0123456789+/=',
  '检查点会话工作树保存恢复，。',
  '🚀✅👩‍💻🇩🇪 ',
  '`~#-*>\n ',
  '\u001b[31m\u202e\u200b\u0007]52;c;',
  '\ud800x\udc00',
  '{}();,=>"\'\\',
  'éßøñАбвאב',
  '\n',
];
