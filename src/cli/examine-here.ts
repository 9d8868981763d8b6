import { homedir } from 'node:os';
import { examine, type Finding } from '../hooks/doctor/doctor.ts';
import { programWords } from '../hooks/install/find-program.ts';
import type { Repository } from '../open/repository.ts';
import type { Call } from './command.ts';

export interface Examined {
  /** A repository, or why there is none: the installation can be looked at all the same. */
  readonly repository: Repository | Error;
  examine(): Promise<Finding[]>;
}

/** Makes ready to look at everything that the automation needs, where the command was called. */
export async function examineHere({ world, repository }: Pick<Call, 'world' | 'repository'>): Promise<Examined> {
  const opened = await repository().catch((error: Error) => error);
  const root = opened instanceof Error ? {} : { root: opened.engine.place.root };
  const places = { env: world.env, home: world.env['HOME'] ?? homedir(), ...root };
  return {
    repository: opened,
    examine: () => examine({ repository: opened, places, program: programWords(world), world }),
  };
}
