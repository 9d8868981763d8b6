import { isLater } from './moments.ts';
import { isPraise } from './praise.ts';
import { editsOf } from './replaced.ts';
import { CONCLUSION, type ReportPoint, reportPoints } from './report-points.ts';
import { cutWords, firstSentences, subjectWords } from './sentences.ts';
import type { Item, SessionView } from './session-view.ts';
import { isAboutTheSame } from './settled.ts';
import { type SubagentReport, untoldReports } from './subagent-reports.ts';

const MAX_POINTS = 12;
/** A longer task would take the room of what was found. */
const MAX_TASK = 50;
const MIN_LENGTH = 28;
/** Of the room of a finding, beside where it is and who says so. */
const SHARE = 0.7;
/** `a/store.ts:12`, `store.ts (line 12)`, `store.ts 120`; what is less than a hundred there may be a version. */
const PLACE = /((?:[\w@.-]+\/)*[\w@.-]+\.[a-z]{1,5})`?(?::|,? \(?(?:lines? |L)| \(?(?=\d{3}))(\d{1,6})\b/;
/** So many lines from each other are one place. */
const NEAR = 10;
const MIN_COMMON = 2;
/** About how the report came about, or offered to whoever reads it. */
const ABOUT_ITSELF =
  /\bsub-?agents?\b|\bin this session\b|\b(?:if you (?:want|like)|let me know)\b|^i(?:['’]ve|['’]m)? (?:also )?(?:kicked|split|launched|spawned|started|ran|did|could)/i;
/** `None found` */
const NOTHING = /^(?:none|no (?:issues?|problems?|bugs?|findings?|blockers?|risks?|concerns?))\b/i;

interface Point extends ReportPoint {
  /** Its place in the list of its report. */
  readonly at: number;
  readonly whole: string;
  /** Its beginning. */
  readonly said: string;
  readonly report: SubagentReport;
}

/** The points that subagents list in reports which the agent has not told yet, beside what is known: what counts most is last. */
export function findReportedPoints(view: SessionView, length: number, known: readonly Item[] = []): Item[] {
  const isKnown = ({ whole }: Point) => known.some(({ text }) => text.includes(whole.replace(/[.:\s]+$/, '')));
  const edits = editsOf(view);
  const directory = `${view.session.cwd ?? ''}/`;
  const points = untoldReports(view).flatMap((report) =>
    reportPoints(report.text).map(({ text, severity }, at): Point => {
      const whole = directory === '/' ? text : text.replaceAll(directory, '');
      const said = firstSentences(whole, severity === CONCLUSION ? length : Math.floor(length * SHARE));
      return { text: pointText({ whole, said }, report.task, length), severity, at, whole, said, report };
    }),
  );
  const isWorkedOn = ({ whole, report }: Point) => {
    const path = PLACE.exec(whole)?.[1];
    return (
      path !== undefined &&
      edits.some(({ at, paths }) => isLater(at, report.moment) && paths.some((one) => `/${one}`.endsWith(`/${path}`)))
    );
  };
  const told = points
    .filter(({ whole }) => whole.length >= MIN_LENGTH && !ABOUT_ITSELF.test(whole) && !NOTHING.test(whole))
    .filter(({ whole }) => !isPraise(whole))
    .filter((point) => !isWorkedOn(point) && !isKnown(point))
    .toSorted((one, other) => one.severity - other.severity || byPlace(one, other));
  const { turns } = view;
  return withoutSame(told)
    .slice(0, MAX_POINTS)
    .toReversed()
    .map(({ text }) => ({ text, from: { by: 'agent', turn: turns.length } }));
}

/** What is listed is told from its end, a conclusion as it was written. */
function byPlace(one: Point, other: Point): number {
  return one.severity === CONCLUSION ? other.at - one.at : one.at - other.at;
}

/** What is wrong, where, and who says so. */
function pointText({ whole, said }: Pick<Point, 'whole' | 'said'>, task: string, length: number): string {
  const by = task.length <= MAX_TASK ? ` (subagent: ${task})` : ' (subagent)';
  const [place, path, line] = PLACE.exec(whole) ?? [];
  const where = place === undefined || said.includes(place) ? '' : ` [${path}:${line}]`;
  return `${cutWords(said, length - by.length - where.length)}${where}${by}`;
}

/** Reviewers of one thing find the same: it is told once. */
function withoutSame(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) if (!kept.some((other) => isSame(other, point))) kept.push(point);
  return kept;
}

/** The same words, or a few of them about the same lines. */
function isSame(one: Point, other: Point): boolean {
  const [words, others] = [subjectWords(one.said), subjectWords(other.said)];
  const [, path, line] = PLACE.exec(one.whole) ?? [];
  const [, otherPath, otherLine] = PLACE.exec(other.whole) ?? [];
  const isNear = path !== undefined && path === otherPath && Math.abs(Number(line) - Number(otherLine)) <= NEAR;
  const common = [...words].filter((word) => others.has(word)).length;
  return isAboutTheSame(words, others) || (isNear && one.report !== other.report && common >= MIN_COMMON);
}
