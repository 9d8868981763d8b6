import { checkpointJson } from '../../core/checkpoint-json.ts';
import { loadNamed } from '../../open/repository.ts';
import { enrich } from '../../repository/enrich.ts';
import { type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { sentLine } from '../render/saved.ts';

export const enrichCommand: Command = {
  name: 'enrich',
  about: 'Improve the notes with an LLM (exit 1 if unchanged)',
  positionals: [{ form: '[ID]', about: 'Checkpoint (default: latest)' }],
  options: [jsonOption],
  details:
    'Sends a digest of the session without secrets to the Messages API (ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, `checkpoint.model`) and puts the answer into the note. If that fails, the note keeps its analysis and says why.',
  async run({ args, world, repository }) {
    const opened = await repository();
    const result = await enrich(opened, await loadNamed(opened, args.positionals[0] ?? 'latest'));
    if (result.sentTo !== undefined) world.stderr.write(sentLine(result.sentTo));
    if (result.kind === 'kept') {
      if (args.flag('json')) writeJson({ args, world }, { enriched: false, number: result.number, why: result.why });
      else world.stderr.write(`Checkpoint ${result.number} left unchanged: ${result.why}\n`);
      return 1;
    }
    const { checkpoint } = result;
    if (args.flag('json')) writeJson({ args, world }, { enriched: true, ...checkpointJson(checkpoint) });
    else world.stdout.write(`Improved the analysis of checkpoint ${checkpoint.number}\n`);
    return 0;
  },
};
