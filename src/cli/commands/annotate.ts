import type { Checkpoint } from '../../core/checkpoint.ts';
import { checkpointJson } from '../../core/checkpoint-json.ts';
import { Failure } from '../../core/failure.ts';
import { stripControls } from '../../core/strip-controls.ts';
import { loadNamed, type Repository } from '../../open/repository.ts';
import { annotate } from '../../repository/annotate.ts';
import { enrich } from '../../repository/enrich.ts';
import { type Call, type Command, jsonOption, quietOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { messageWords } from '../message-words.ts';
import { sentLine } from '../render/saved.ts';

export const annotateCommand: Command = {
  name: 'annotate',
  about: 'Give a checkpoint better words: yours, or those of an LLM',
  positionals: [{ form: '[ID]', about: 'Checkpoint (default: latest)' }],
  options: [
    { name: 'message', short: 'm', kind: 'texts', value: 'TEXT', about: 'The summary; further ones are paragraphs' },
    { name: 'llm', kind: 'flag', about: 'Have an LLM write the analysis (exit 1 if it stays as it is)' },
    quietOption,
    jsonOption,
  ],
  details:
    'The words that it had come back with `git checkpoint undo`. With --llm, a digest of the session without secrets is sent to the Messages API (ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, `checkpoint.model`), and the answer goes into the note. If that fails, the note keeps its analysis and says why.',
  async run(call) {
    const { args, repository } = call;
    const { summary, ...rest } = messageWords(args.texts('message'));
    if ((summary === undefined) === !args.flag('llm'))
      throw new Failure('usage', 'annotate needs either -m TEXT or --llm');
    if (summary === '') throw new Failure('usage', 'the summary is empty');
    const opened = await repository();
    const checkpoint = await loadNamed(opened, args.positionals[0] ?? 'latest');
    if (summary === undefined) return improve(opened, checkpoint, call);
    const changed = await annotate(opened, checkpoint.number, { summary, ...rest });
    if (args.flag('json')) writeJson(call, checkpointJson(changed));
    else call.world.stdout.write(`Checkpoint ${changed.number}: ${stripControls(changed.note.summary)}\n`);
    return 0;
  },
};

async function improve(repository: Repository, given: Checkpoint, call: Call): Promise<number> {
  const { args, world } = call;
  const result = await enrich(repository, given);
  if (result.sentTo !== undefined) world.stderr.write(sentLine(result.sentTo));
  if (result.kind === 'kept') {
    if (args.flag('json')) writeJson(call, { enriched: false, number: result.number, why: result.why });
    else world.stderr.write(`Checkpoint ${result.number} left unchanged: ${result.why}\n`);
    return 1;
  }
  const { checkpoint } = result;
  if (args.flag('json')) writeJson(call, { enriched: true, ...checkpointJson(checkpoint) });
  else world.stdout.write(`Improved the analysis of checkpoint ${checkpoint.number}\n`);
  return 0;
}
