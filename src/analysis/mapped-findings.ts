import { isLater } from './moments.ts';
import { namesIn, presentNames } from './present-names.ts';
import { type EditMade, editsOf } from './replaced.ts';
import { type MappedPlace, mappedPlaces } from './report-map.ts';
import { countIn, wordsOf } from './report-sections.ts';
import type { Item, SessionView } from './session-view.ts';
import { olderReports, type SubagentReport, untoldReports } from './subagent-reports.ts';

/** Of reports that the running turn works with, and of those before it. */
const MOST = { running: 12, older: 4, files: 3 } as const;

interface Room {
  readonly directory: string;
  readonly length: number;
}

interface Place {
  readonly text: string;
  readonly names: number;
  readonly isPresent: boolean;
  readonly isFile: boolean;
}

/** Where things are, as subagents reported it, in files that nobody edited since; of older reports, what is talked about now. */
export function findMappedPlaces(view: SessionView, length: number): Item[] {
  const edits = editsOf(view);
  const present = presentNames(view);
  const room = { directory: view.session.cwd ?? '', length };
  const placesOf = (report: SubagentReport) => unedited(report, edits, room).map(withPresent(present));
  const running = best(withoutInventory(untoldReports(view).flatMap(placesOf), wordsOf(askedIn(view))), MOST.running);
  const older = best(
    olderReports(view)
      .flatMap(placesOf)
      .filter(({ isPresent }) => isPresent),
    MOST.older,
  );
  const from = { by: 'agent', turn: view.turns.length } as const;
  return [...older, ...running].map(({ text }) => ({ text, from }));
}

/** What was asked for last: `yes` says it of the prompt before. */
function askedIn({ turns }: SessionView): string {
  return turns
    .slice(-2)
    .map(({ words }) => words)
    .join('\n');
}

/** Of what only says which files there are, those that have most to do with what was asked for. */
function withoutInventory(places: readonly Place[], words: readonly string[]): Place[] {
  const worthOf = ({ text }: Place) => countIn(text, words);
  const files = places
    .filter((place) => place.isFile && worthOf(place) > 0)
    .toSorted((one, other) => worthOf(other) - worthOf(one))
    .slice(0, MOST.files);
  return places.filter((place) => !place.isFile || files.includes(place));
}

const BY = ' (subagent)';

/** What a report says of files that no later edit touched. */
function unedited(report: SubagentReport, edits: readonly EditMade[], room: Room): MappedPlace[] {
  const later = edits.filter(({ at }) => isLater(at, report.moment)).flatMap(({ paths }) => paths);
  return mappedPlaces(report.text, room.directory, room.length - BY.length).filter(
    ({ path }) => !later.some((edited) => `/${edited}`.endsWith(path.startsWith('/') ? path : `/${path}`)),
  );
}

function withPresent(present: ReadonlySet<string>) {
  return ({ text, names, isFile }: MappedPlace): Place => ({
    text: `${text}${BY}`,
    names,
    isFile,
    isPresent: namesIn(text).some((name) => present.has(name)),
  });
}

/** What is talked about now and names most, in the order of the report. */
function best(places: readonly Place[], most: number): Place[] {
  const chosen = new Set(
    places
      .toSorted((one, other) => Number(other.isPresent) - Number(one.isPresent) || other.names - one.names)
      .slice(0, most),
  );
  return places.filter((place) => chosen.has(place));
}
