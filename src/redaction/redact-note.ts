import { defined } from '../core/defined.ts';
import { describeCommand } from '../core/describe-command.ts';
import { mapTexts } from '../core/map-texts.ts';
import type { Analysis, Note } from '../core/note.ts';
import { KnownSecrets } from './known-secrets.ts';
import { countRedactions, findSpans, redact } from './redact.ts';

/** Takes secrets out of every text of a note, and counts them. Nothing is written before this. */
export function redactNote(note: Note): Note {
  // Nearly every note is clean, and one look at all of it is quicker than one at each text.
  const all = textsOf(note).join('\n');
  const spans = findSpans(all);
  if (spans.length === 0) return note;
  const known = new KnownSecrets();
  for (const { kind, start, end } of spans) known.remember(all.slice(start, end), kind);
  let count = 0;
  const clean = (text: string): string => {
    const result = known.hide(redact(text).text);
    count += countRedactions(result) - countRedactions(text);
    return result;
  };
  const redacted: Note = defined({
    ...note,
    summary: clean(note.summary),
    description: clean(note.description),
    anchor: note.anchor === undefined ? undefined : clean(note.anchor),
    analysis: redactAnalysis(note.analysis, clean),
    tags: mapTexts(note.tags, clean),
    sections: mapTexts(note.sections, clean),
    context: { ...note.context, recent_commands: mapTexts(note.context.recent_commands, clean) },
  });
  return { ...redacted, redactions: note.redactions + count };
}

function textsOf({ summary, description, anchor = '', analysis, context, tags = [], sections = [] }: Note): string[] {
  const fields = Object.values(analysis).flatMap((value) => (Array.isArray(value) ? value : [value]));
  const words = fields.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const others = [...tags, ...sections.flatMap(({ heading, text }) => [heading, text])];
  return [summary, description, anchor, ...words, ...others, ...context.recent_commands.map(describeCommand)];
}

/** Of an artifact only the words: its path names a file. */
function redactAnalysis(analysis: Analysis, clean: (text: string) => string): Analysis {
  const { source: _source, artifacts, ...words } = analysis;
  return {
    ...analysis,
    ...mapTexts(words, clean),
    artifacts: artifacts.map((artifact) => ({ ...artifact, change: clean(artifact.change) })),
  };
}
