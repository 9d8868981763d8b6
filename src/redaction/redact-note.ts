import { describeCommand } from '../core/describe-command.ts';
import { mapTexts } from '../core/map-texts.ts';
import type { Analysis, Note } from '../core/note.ts';
import { redact } from './redact.ts';

/** Takes secrets out of every text of a note, and counts them. Nothing is written before this. */
export function redactNote(note: Note): Note {
  // Nearly every note is clean, and one look at all of it is quicker than one at each text.
  if (redact(textsOf(note).join('\n')).count === 0) return note;
  let count = 0;
  const clean = (text: string): string => {
    const result = redact(text);
    count += result.count;
    return result.text;
  };
  const redacted: Note = {
    ...note,
    summary: clean(note.summary),
    description: clean(note.description),
    ...(note.anchor === undefined ? {} : { anchor: clean(note.anchor) }),
    analysis: redactAnalysis(note.analysis, clean),
    context: { ...note.context, recent_commands: mapTexts(note.context.recent_commands, clean) },
  };
  return { ...redacted, redactions: note.redactions + count };
}

function textsOf({ summary, description, anchor = '', analysis, context }: Note): string[] {
  const fields = Object.values(analysis).flatMap((value) => (Array.isArray(value) ? value : [value]));
  const words = fields.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return [summary, description, anchor, ...words, ...context.recent_commands.map(describeCommand)];
}

function redactAnalysis(analysis: Analysis, clean: (text: string) => string): Analysis {
  const list = (items: readonly string[]) => items.map(clean);
  return {
    ...analysis,
    problem: clean(analysis.problem),
    session_intent: clean(analysis.session_intent),
    current_task: clean(analysis.current_task),
    decisions: list(analysis.decisions),
    technical_context: list(analysis.technical_context),
    play_by_play: list(analysis.play_by_play),
    current_state: list(analysis.current_state),
    next_actions: list(analysis.next_actions),
    blockers: list(analysis.blockers),
    user_rules: list(analysis.user_rules),
    relevant_docs: list(analysis.relevant_docs),
    artifacts: analysis.artifacts.map((artifact) => ({ ...artifact, change: clean(artifact.change) })),
    ...(analysis.model_error === undefined ? {} : { model_error: clean(analysis.model_error) }),
  };
}
