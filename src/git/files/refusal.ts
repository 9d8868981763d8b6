import { Failure } from '../../core/failure.ts';

/** Something that only git itself does right. Thrown before anything is written. */
export class Refusal extends Failure {
  constructor(what: string, hint = 'Install git here; the native engine can do it.') {
    super('fatal', `the portable engine cannot work with ${what}`, { hint });
  }
}
