import type { infer as ZodInfer, ZodObject, ZodRawShape } from 'zod';
import type { Caller } from '../note/calling-session.ts';
import type { Repository } from '../open/repository.ts';

type Sdk = typeof import('./sdk.ts');

/** The builder of schemas; handed in, because its library is loaded with the server only. */
export type Z = Sdk['z'];

/** What one call works with. The repository is opened for it and closed after it, so that settings take effect at once. */
interface Call {
  readonly repository: Repository;
  readonly caller: Caller;
  /** Aborted when the client takes the call back. */
  readonly signal: AbortSignal;
}

/** What a client may expect of a tool. All four are said: what is left out counts as dangerous. */
interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export const reading: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A tool as data, and the function that carries it out. */
export interface Tool<Input extends ZodRawShape = ZodRawShape, Output extends ZodRawShape = ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  /** Makes checkpoints, so that the list of resources is another one afterwards. */
  readonly makesCheckpoints?: true;
  /** What a client shows while it takes long. */
  readonly doing: string;
  input(z: Z): Input;
  output(z: Z): Output;
  run(args: ZodInfer<ZodObject<Input>>, call: Call): Promise<ZodInfer<ZodObject<Output>>>;
}

/** Checks a tool's own types and hands it on for the table of all of them. */
export function tool<Input extends ZodRawShape, Output extends ZodRawShape>(definition: Tool<Input, Output>): Tool {
  return definition as unknown as Tool;
}
