/** What the scripted model answers. */
export interface Reply {
  readonly text?: string;
  readonly tools?: readonly {
    readonly name: string;
    readonly input: Readonly<Record<string, unknown>>;
    /** Where Codex keeps the tool. */
    readonly namespace?: string;
  }[];
  /** How many tokens the request is said to have had. */
  readonly tokens?: number;
}

/** One request that a client sent to the model. */
export interface ModelRequest {
  /** Everything in it that the model reads, in order. */
  readonly text: string;
  /** The newest message alone. */
  readonly last: string;
  /** Whether it belongs to the agent's loop; titles and summaries come without tools. */
  readonly hasTools: boolean;
  readonly streamed: boolean;
}

/** How a vendor's API speaks. */
export interface Dialect {
  matches(path: string): boolean;
  read(body: Readonly<Record<string, unknown>>, path: string): ModelRequest;
  /** Server-sent events, or one document when the request was not streamed. */
  write(reply: Reply, request: ModelRequest): { readonly type: string; readonly body: string };
}

/** All texts below a value, in order. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

export function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`;
}
