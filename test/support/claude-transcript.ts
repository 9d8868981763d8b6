/** Writes records as Claude Code does: linked, timed, with ids. */
export class ClaudeTranscript {
  readonly #lines: string[] = [];
  #last: string | null = null;
  #count = 0;

  get text(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  raw(record: unknown): void {
    this.#lines.push(typeof record === 'string' ? record : JSON.stringify(record));
  }

  /** Adds a linked record; `parentUuid` in `fields` sets another parent than the record before. Answers its id. */
  add(type: string, fields: Readonly<Record<string, unknown>>): string {
    this.#count += 1;
    const uuid = `00000000-0000-4000-8000-${String(this.#count).padStart(12, '0')}`;
    const timestamp = new Date(1_767_225_600_000 + this.#count * 1000).toISOString();
    const envelope = { isSidechain: false, sessionId: 'session-1', cwd: '/srv/demo', version: '2.1.325' };
    this.raw({ parentUuid: this.#last, ...envelope, type, uuid, timestamp, ...fields });
    this.#last = uuid;
    return uuid;
  }

  prompt(content: unknown, fields: Readonly<Record<string, unknown>> = {}): string {
    return this.add('user', { message: { role: 'user', content }, ...fields });
  }

  say(text: string, message: Readonly<Record<string, unknown>> = {}): string {
    return this.#answer([{ type: 'text', text }], { stop_reason: 'end_turn', ...message });
  }

  call(id: string, name: string, input: unknown): string {
    return this.#answer([{ type: 'tool_use', id, name, input }], { stop_reason: 'tool_use' });
  }

  result(id: string, content: unknown, fields: Readonly<Record<string, unknown>> = {}): string {
    const { is_error, ...rest } = fields;
    const block = { type: 'tool_result', tool_use_id: id, content, ...(is_error === undefined ? {} : { is_error }) };
    return this.add('user', { message: { role: 'user', content: [block] }, ...rest });
  }

  #answer(content: unknown, message: Readonly<Record<string, unknown>>): string {
    const usage = { input_tokens: 10, cache_read_input_tokens: 90 };
    const whole = {
      id: `msg_${this.#count}`,
      role: 'assistant',
      model: 'claude-sonnet-4-6',
      content,
      usage,
      ...message,
    };
    return this.add('assistant', { message: whole });
  }
}
