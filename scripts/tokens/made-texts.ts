import { createHash } from 'node:crypto';
import type { Chunk } from './corpus.ts';

/** Texts of kinds that neither the project nor its dependencies hold, the same on every run. */
export function madeTexts(): Chunk[] {
  const random = seeded(20_260_102);
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
  const sentences = (words: readonly string[], joint: string, end: string) =>
    Array.from({ length: 1200 }, (_, n) => pick(words) + (n % 11 === 10 ? end : joint)).join('');
  return [
    { kind: 'chinese', text: sentences(CHINESE, '', '。\n') },
    { kind: 'japanese', text: sentences(JAPANESE, '', '。\n') },
    { kind: 'korean', text: sentences(KOREAN, ' ', '.\n') },
    { kind: 'german', text: sentences(GERMAN, ' ', '.\n') },
    { kind: 'french', text: sentences(FRENCH, ' ', '.\n') },
    { kind: 'russian', text: sentences(RUSSIAN, ' ', '.\n') },
    { kind: 'emoji', text: sentences(EMOJI, ' ', '\n') },
    { kind: 'hashes', text: lines(300, (n) => `${digest(n).slice(0, 40)} refs/checkpoints/${n}`) },
    { kind: 'base64', text: lines(300, (n) => createHash('sha512').update(String(n)).digest('base64')) },
    { kind: 'logs', text: lines(300, (n) => logLine(n, random)) },
    { kind: 'diffs', text: lines(300, (n) => diffLine(n, random)) },
    { kind: 'made json', text: lines(200, (n) => JSON.stringify(record(n, random))) },
    { kind: 'tables', text: lines(300, (n) => `| src/room-${n % 9}/file-${n}.ts | modified | +${n} −${n % 7} |`) },
    {
      kind: 'numbers',
      text: lines(300, () => Array.from({ length: 8 }, () => (random() * 1e6).toFixed(3)).join(', ')),
    },
  ];
}

/** A small generator with a fixed start, so that a figure can be repeated. */
function seeded(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function lines(count: number, line: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => line(n)).join('\n');
}

function digest(n: number): string {
  return createHash('sha256').update(String(n)).digest('hex');
}

function logLine(n: number, random: () => number): string {
  const level = ['INFO', 'WARN', 'ERROR', 'DEBUG'][n % 4];
  const time = new Date(1_766_000_000_000 + n * 7919).toISOString();
  return `${time} ${level} [worker-${n % 5}] GET /api/v2/users/${Math.floor(random() * 1e5)} 200 ${(random() * 300).toFixed(1)}ms req=${digest(n).slice(0, 12)}`;
}

function diffLine(n: number, random: () => number): string {
  if (n % 12 === 0)
    return `@@ -${n},7 +${n + 2},9 @@ export async function handle${n}(request: Request): Promise<void> {`;
  const sign = [' ', '+', '-'][n % 3];
  return `${sign}${'  '.repeat(1 + (n % 4))}const value${n} = await store.read(\`key-\${${Math.floor(random() * 99)}}\`, { retries: 3 });`;
}

function record(n: number, random: () => number): object {
  return {
    id: n,
    uid: digest(n).slice(0, 26).toUpperCase(),
    score: random(),
    tags: ['alpha', 'beta-2'],
    nested: { ok: true, path: `a/b/${n}` },
  };
}

const CHINESE = [
  '检查点',
  '会话',
  '工作树',
  '保存',
  '恢复',
  '我们',
  '需要',
  '修复',
  '测试',
  '失败',
  '因为',
  '提交',
  '分支',
  '的',
  '了',
  '，',
  '文件',
];
const JAPANESE = [
  'チェックポイント',
  'を',
  '保存',
  'する',
  'ブランチ',
  'が',
  '変更',
  'された',
  'ので',
  'テスト',
  'に',
  '失敗',
  'した',
  '、',
  'ファイル',
  'です',
];
const KOREAN = [
  '체크포인트를',
  '저장하고',
  '브랜치가',
  '변경되어',
  '테스트가',
  '실패했습니다',
  '파일을',
  '복원합니다',
  '세션은',
  '그리고',
  '다음',
];
const GERMAN = [
  'Der',
  'Prüfpunkt',
  'wurde',
  'gespeichert',
  'weil',
  'die',
  'Änderungen',
  'am',
  'Arbeitsverzeichnis',
  'größer',
  'sind',
  'über',
  'Zweig',
  'nächste',
  'Schritte',
  'für',
  'müssen',
];
const FRENCH = [
  'Le',
  'point',
  'de',
  'contrôle',
  'a',
  'été',
  'enregistré',
  'parce',
  'que',
  'les',
  'modifications',
  'précédentes',
  'ont',
  'échoué',
  'à',
  'cause',
  'du',
  'dépôt',
  'où',
];
const RUSSIAN = [
  'Контрольная',
  'точка',
  'сохранена',
  'потому',
  'что',
  'изменения',
  'в',
  'рабочем',
  'каталоге',
  'ветка',
  'следующие',
  'шаги',
  'тесты',
  'не',
  'прошли',
];
const EMOJI = ['✅', '🚀', '❌', 'done', '🐛 fix', '👩‍💻', '⚠️', '🇩🇪', 'ready', '🔥', '→', '│', '├──', '👍🏽'];
