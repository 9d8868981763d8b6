/** What a client finds on a stage. */
export interface ClientPlace {
  readonly home: string;
  readonly project: string;
  /** Of the scripted model. */
  readonly url: string;
}

/** A real client: its package, and what keeps it from questions and from the network. */
export interface Client {
  /** The first is the client; further ones are installed beside it. */
  readonly packages: readonly [string, ...string[]];
  /** Where its program lies below its folder, or a folder there and the name of a program somewhere in it. */
  readonly program: string | { readonly below: string; readonly name: string };
  /** It is a script that wants Node 22. */
  readonly onNode22?: true;
  /** Its package is unpacked rather than installed, because it has its dependencies in itself. */
  readonly unpacked?: true;
  /** Writes what gets it past its first questions. */
  prepare?(place: ClientPlace): void;
  env?(place: ClientPlace): Readonly<Record<string, string>>;
  /** Ends a process that it leaves behind for a project. */
  endDaemon?(project: string): void;
}

/** The model by which all of them know the scripted one. */
export const MODEL = 'fake-1';

export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
