import { numberNamed } from '../../open/repository.ts';
import { redactCheckpoint } from '../../repository/redact.ts';
import { type Command, jsonOption, quietOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { showPath } from '../render/facts.ts';

export const redactCommand: Command = {
  name: 'redact',
  about: 'Remove secrets, files or text from an unshared checkpoint',
  positionals: [{ form: 'ID', about: 'Checkpoint' }],
  options: [
    { name: 'file', kind: 'texts', value: 'PATH', about: 'Remove this file or folder (repeatable)' },
    { name: 'text', kind: 'texts', value: 'TEXT', about: 'Remove this text from the words, and files that hold it' },
    quietOption,
    jsonOption,
  ],
  details:
    'Without options, it removes whatever the search for secrets finds. Number and uid stay; the old commit is never shared. A tracked file becomes what it is in the commit below. What was shared already cannot be removed.',
  async run({ args, world, repository }) {
    const [name = ''] = args.positionals;
    const opened = await repository();
    const { number, commit, files, words } = await redactCheckpoint(opened, {
      number: await numberNamed(opened, name),
      files: args.texts('file'),
      texts: args.texts('text'),
    });
    if (args.flag('json')) writeJson({ args, world }, { number, commit, files, words });
    else if (files.length === 0 && !words) world.stdout.write(`Nothing to remove from checkpoint ${number}\n`);
    else {
      for (const file of files) world.stdout.write(`Removed ${showPath(file)}\n`);
      if (words) world.stdout.write('Removed words from the note and the message\n');
      world.stdout.write(`Rewrote checkpoint ${number}.\n`);
    }
    return 0;
  },
};
