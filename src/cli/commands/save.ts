import { servedNames } from '../../core/agent-table.ts';
import { analysisFields } from '../../core/analysis-fields.ts';
import type { Checkpoint } from '../../core/checkpoint.ts';
import { defined } from '../../core/defined.ts';
import { modes, type Trigger, triggers } from '../../core/note.ts';
import { parseSizeFlag } from '../../core/size.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { World } from '../../core/world.ts';
import type { DocumentWords } from '../../note/read-document.ts';
import type { SaveRequest } from '../../note/save-request.ts';
import { writerOf } from '../../note/writer.ts';
import type { Repository } from '../../open/repository.ts';
import { save } from '../../repository/save.ts';
import { type Arguments, type Command, jsonOption, type Option, quietOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { messageWords } from '../message-words.ts';
import { readInput } from '../read-input.ts';
import { renderSaved, savedJson, sentLine } from '../render/saved.ts';
import { tell } from '../tell.ts';

export const saveCommand: Command = {
  name: 'save',
  about: 'Save the working tree and what the session knows',
  positionals: [],
  options: [
    { name: 'message', short: 'm', kind: 'texts', value: 'SUMMARY', about: 'The summary; further ones are paragraphs' },
    { name: 'description', kind: 'text', value: 'TEXT', about: 'More words about it' },
    ...knowledgeOptions(),
    { name: 'tag', kind: 'texts', value: 'TAG', completes: 'tag', about: 'A tag to find it by (repeatable)' },
    { name: 'from', kind: 'text', value: 'FILE', completes: 'path', about: 'Read the notes from FILE (- for stdin)' },
    {
      name: 'transcript',
      kind: 'text',
      value: 'FILE',
      completes: 'path',
      about: 'Read what the session knew from this transcript',
    },
    { name: 'session', kind: 'text', value: 'ID', about: 'The session it belongs to' },
    {
      name: 'agent',
      kind: 'text',
      value: 'NAME',
      about: `Whose transcript it is: ${servedNames.join(', ')} or generic`,
    },
    { name: 'llm', kind: 'flag', about: 'Improve the notes with an LLM and wait for it' },
    { name: 'no-llm', kind: 'flag', about: 'Do not use an LLM' },
    { name: 'trigger', kind: 'text', value: 'TRIGGER', choices: triggers, about: 'Reason recorded' },
    { name: 'anchor', kind: 'text', value: 'TEXT', about: 'Label for the step this belongs to' },
    { name: 'mode', kind: 'text', value: 'MODE', choices: modes, about: 'summary keeps words only' },
    { name: 'max-size', kind: 'text', value: 'BYTES', about: 'Raise the size limit for this save' },
    { name: 'leave-out', kind: 'flag', about: 'Save without tracked files that cannot be read or stored' },
    { name: 'auto', kind: 'flag', about: 'Skip if nothing changed; leave out oversized files instead of failing' },
    quietOption,
    jsonOption,
  ],
  async run({ args, world, repository }) {
    const opened = await repository();
    const from = args.text('from');
    const document = from === undefined ? { words: {} } : await documentFrom(await readInput(from, world));
    const outcome = await save(opened, readRequest(args, world, document));
    await tellNotKept(document, outcome.checkpoint, world);
    if (args.flag('json')) writeJson({ args, world }, savedJson(outcome));
    else renderSaved(outcome, world);
    if (args.flag('llm') && outcome.kind === 'saved') await improve(opened, outcome.checkpoint, world);
    return 0;
  },
};

async function improve(opened: Repository, checkpoint: Checkpoint, world: World): Promise<void> {
  const { enrich } = await import('../../repository/enrich.ts');
  const result = await enrich(opened, checkpoint);
  // Standard output may be JSON.
  if (result.sentTo !== undefined) world.stderr.write(sentLine(result.sentTo));
  if (result.kind === 'kept') world.stderr.write(`warning: --llm had no effect: ${result.why}\n`);
}

async function documentFrom(text: string): Promise<DocumentWords> {
  return (await import('../../note/read-document.ts')).readDocument(text);
}

/** Nothing of a document goes away without a word. */
async function tellNotKept({ stated }: DocumentWords, { note }: Checkpoint, world: World): Promise<void> {
  if (stated === undefined) return;
  const { notKept } = await import('../../note/read-document.ts');
  for (const what of notKept(stated, note))
    world.stderr.write(`warning: not kept of the document: ${stripControls(what)}\n`);
}

function readRequest(args: Arguments, world: World, { words }: DocumentWords): SaveRequest {
  const tags = args.texts('tag');
  const message = messageWords(args.texts('message'));
  const given = [message.description, args.text('description')].filter((text) => text !== undefined);
  const maxSize = args.text('max-size');
  const automatic = args.flag('auto');
  return {
    trigger: (args.text('trigger') as Trigger | undefined) ?? 'manual',
    ...words,
    ...defined({
      tags: tags.length === 0 ? words.tags : [...(words.tags ?? []), ...tags],
      summary: message.summary,
      description: given.length === 0 ? undefined : given.join('\n\n'),
      anchor: args.text('anchor'),
      mode: args.text('mode') as SaveRequest['mode'],
      source: readSource(args),
      maxSize: maxSize === undefined ? undefined : parseSizeFlag('--max-size', maxSize),
    }),
    given: { ...words.given, ...givenFields(args) },
    givenBy: writerOf(world),
    onGcWait: () => tell(world, 'Waiting for git gc to finish.\n'),
    automatic,
    leaveOut: args.flag('leave-out'),
    onlyIfChanged: automatic,
    followUp: !args.flag('llm') && !args.flag('no-llm'),
  };
}

function readSource(args: Arguments): SaveRequest['source'] {
  const source = defined({ transcript: args.text('transcript'), id: args.text('session'), agent: args.text('agent') });
  return Object.keys(source).length === 0 ? undefined : source;
}

/** One for each field of the analysis that people write by hand. */
function knowledgeOptions(): Option[] {
  return analysisFields.flatMap(({ kind, flag }): Option[] => {
    if (flag === undefined) return [];
    if (kind === 'text') return [{ ...flag, kind: 'text', value: 'TEXT' }];
    return [{ ...flag, kind: 'texts', value: 'TEXT', about: `${flag.about} (repeatable)` }];
  });
}

function givenFields(args: Arguments): NonNullable<SaveRequest['given']> {
  const given = analysisFields.flatMap(({ name, kind, flag }) => {
    const value = flag && (kind === 'text' ? args.text(flag.name) : args.texts(flag.name));
    return value === undefined || (kind !== 'text' && value.length === 0) ? [] : [[name, value]];
  });
  return Object.fromEntries(given);
}
