import { defined } from '../core/defined.ts';
import { withoutHandover } from '../core/handover.ts';
import type { Plan, Subagent, Todo, ToolCall, Turn } from '../core/session.ts';
import { type AskedQuestion, meaningOf } from './asked-question.ts';
import { addLeftOut, boundTodos, MAX_TODOS, withoutKnown } from './bound-todos.ts';
import { type DraftState, type DraftStep, type DraftTurn, emptyState } from './draft-state.ts';
import { foldDraft } from './fold-draft.ts';
import { keptSpoken, keptText, keptTodo, LIMITS } from './kept-text.ts';

type ToolStep = Extract<DraftStep, { kind: 'tool' }>;

/** Where a step comes from: the record's time and id. */
export interface StepOrigin {
  readonly time?: string | undefined;
  readonly source?: string | undefined;
  /** Where the agent was. */
  readonly cwd?: string | undefined;
}

interface TurnOpening {
  readonly prompt: string;
  readonly time?: string | undefined;
  readonly parent?: string | null | undefined;
  readonly orders?: string | undefined;
}

const NONE = { count: 0, ids: [] };

/** A session being read: what every agent's records come down to. Bounds whatever it is given. */
export class SessionDraft {
  readonly state: DraftState;
  readonly #steps = new Map<string, ToolStep>();

  constructor(state: DraftState = emptyState()) {
    this.state = state;
    this.#reindex();
  }

  get turn(): DraftTurn | undefined {
    return this.state.turns.at(-1);
  }

  /** Opens a turn; the one before is done when the agent had the last word in it. */
  openTurn(opening: TurnOpening): DraftTurn {
    if (this.turn?.outcome === 'open' && this.turn.steps.at(-1)?.kind === 'text') this.turn.outcome = 'done';
    // What a command orders holds while its turn runs.
    if (this.turn !== undefined) delete this.turn.orders;
    this.runs(false);
    const orders = opening.orders === undefined ? undefined : keptText(opening.orders, LIMITS.orders);
    const turn: DraftTurn = {
      serial: this.state.nextSerial,
      prompt: keptText(withoutHandover(opening.prompt), LIMITS.prompt),
      ...defined({ time: opening.time || undefined, parent: opening.parent, orders }),
      steps: [],
      outcome: 'open',
      anchors: [],
    };
    this.state.nextSerial += 1;
    this.state.turns.push(turn);
    this.#fold();
    return turn;
  }

  addText(text: string, origin: StepOrigin): void {
    const kept = keptSpoken(text);
    if (kept === '') return;
    const turn = this.#currentTurn(origin.time);
    delete turn.thought;
    const repeated = turn.steps.slice(-20).some((step) => isSameText(step, kept, origin.source));
    if (!repeated) turn.steps.push({ kind: 'text', text: kept, ...known(origin) });
    this.#fold();
  }

  /** Adds a call; one whose id is known already is left as it is. */
  addCall(id: string, call: ToolCall, origin: StepOrigin): void {
    if (this.#steps.has(id)) return;
    const step: ToolStep = {
      kind: 'tool',
      call: placed(call, origin, this.state.head.cwd),
      ...known(origin),
      ...defined({ id: id || undefined }),
    };
    this.#currentTurn(origin.time).steps.push(step);
    if (step.id !== undefined) this.#steps.set(step.id, step);
    this.#fold();
  }

  callOf(id: string): ToolStep['call'] | undefined {
    return this.#steps.get(id)?.call;
  }

  end(outcome: Turn['outcome'], error?: string): void {
    const { turn } = this;
    if (turn === undefined) return;
    turn.outcome = outcome;
    this.runs(false);
    delete turn.thought;
    if (error === undefined) delete turn.error;
    else turn.error = keptText(error, LIMITS.question);
  }

  /** Notes whether the client said that the turn goes on, where it says so at all. */
  runs(goesOn: boolean): void {
    const { turn } = this;
    if (turn === undefined) return;
    if (goesOn) turn.running = true;
    else delete turn.running;
  }

  /** Takes a new list in place of the last, bounded. */
  setTodos(todos: readonly Todo[]): void {
    this.#rememberTodos();
    const { kept, leftOut } = boundTodos(todos);
    const listed = kept.map((todo) => (this.state.todos.includes(todo) ? todo : keptTodo(todo)));
    this.#rememberFinished(listed);
    this.state.todos = listed;
    this.state.todosLeftOut = leftOut;
  }

  /** Takes a list that grew out of the last; what had no room then still has none. */
  changeTodos(todos: readonly Todo[]): void {
    const earlier = this.state.todosLeftOut;
    this.setTodos(todos);
    this.state.todosLeftOut = addLeftOut(earlier, this.state.todosLeftOut ?? NONE);
  }

  /** A task is no longer open; one that had no room is no longer counted. */
  closeLeftOut(id: string): void {
    const { todosLeftOut } = this.state;
    if (!todosLeftOut?.ids.includes(id)) return;
    this.#rememberTodos();
    this.state.todosLeftOut = withoutKnown(todosLeftOut, (other) => other === id);
  }

  /** The list as it was before this turn, for a rewind. */
  #rememberTodos(): void {
    const { turn, state } = this;
    if (turn === undefined || turn.todosBefore !== undefined) return;
    turn.todosBefore = state.todos;
    if (state.todosLeftOut !== undefined) turn.todosLeftOutBefore = state.todosLeftOut;
  }

  /** A list that is cleared or replaced takes its completed tasks along; they were done all the same. */
  #rememberFinished(todos: readonly Todo[]): void {
    const listed = new Set(todos.map((todo) => todo.text));
    const gone = this.state.todos.filter((todo) => todo.status === 'completed' && !listed.has(todo.text));
    const added = gone.map(({ text }) => ({ turn: this.#serial, text }));
    this.state.finished = [...this.state.finished, ...added].slice(-MAX_TODOS);
  }

  addPlan(id: string, plan: Plan): void {
    this.state.plans.push({ ...plan, text: keptText(plan.text, LIMITS.plan), turn: this.#serial, id });
  }

  planOf(id: string): DraftState['plans'][number] | undefined {
    return this.state.plans.findLast((plan) => plan.id === id);
  }

  addQuestion(id: string, question: AskedQuestion): void {
    this.state.answers.push({ ...question, turn: this.#serial, id });
  }

  answer(id: string, question: string, answer: string): void {
    const asked = keptText(question, LIMITS.question);
    const entry = this.state.answers.findLast((one) => one.id === id && one.question === asked);
    if (entry === undefined) return;
    entry.answer = keptText(answer, LIMITS.question);
    const meaning = meaningOf(entry.answer, entry.options);
    if (meaning !== '') entry.meaning = meaning;
    delete entry.options;
  }

  addCompaction(text: string): void {
    this.state.compactions.push({ turn: this.#serial, text: keptText(text, LIMITS.compaction) });
  }

  addSubagent(id: string, description: string, orders = ''): void {
    const more = orders.trim() === description.trim() ? '' : keptText(orders, LIMITS.subagentOrders);
    const entry: Subagent = {
      description: keptText(description, LIMITS.description),
      ...(more === '' ? {} : { orders: more }),
    };
    this.state.subagents.push({ ...entry, turn: this.#serial, id });
  }

  subagentOf(id: string): DraftState['subagents'][number] | undefined {
    return this.state.subagents.findLast((one) => one.id === id);
  }

  /** Remembers that a record belongs to the current turn. */
  anchor(id: string): void {
    this.turn?.anchors.push(id);
  }

  /** The newest turn that a record belongs to. */
  turnWith(anchor: string): DraftTurn | undefined {
    return this.state.turns.findLast((turn) => turn.anchors.includes(anchor));
  }

  /** Takes back the turns from this serial on, and all they brought. */
  rewindTo(serial: number): void {
    const { state } = this;
    const firstChange = state.turns.find((turn) => turn.serial >= serial && turn.todosBefore !== undefined);
    if (firstChange?.todosBefore !== undefined) {
      state.todos = firstChange.todosBefore;
      state.todosLeftOut = firstChange.todosLeftOutBefore ?? NONE;
    }
    delete state.leftFrom;
    const stays = (entry: { readonly turn: number }) => entry.turn < serial;
    state.turns = state.turns.filter((turn) => turn.serial < serial);
    state.finished = state.finished.filter(stays);
    state.plans = state.plans.filter(stays);
    state.answers = state.answers.filter(stays);
    state.compactions = state.compactions.filter(stays);
    state.subagents = state.subagents.filter(stays);
    this.#reindex();
  }

  noteTime(time: string): void {
    if (time === '') return;
    this.state.head.started ??= time;
    this.state.head.ended = time;
  }

  get #serial(): number {
    return this.turn?.serial ?? 0;
  }

  #currentTurn(time: string | undefined): DraftTurn {
    return this.turn ?? this.openTurn({ prompt: '', time });
  }

  #fold(): void {
    for (const step of foldDraft(this.state)) {
      if (step.kind === 'tool' && step.id !== undefined) this.#steps.delete(step.id);
    }
  }

  #reindex(): void {
    this.#steps.clear();
    for (const step of this.state.turns.flatMap((turn) => turn.steps)) {
      if (step.kind === 'tool' && step.id !== undefined) this.#steps.set(step.id, step);
    }
  }
}

/** Without what the record left empty. */
function known({ time, source }: StepOrigin): { time?: string; source?: string } {
  return defined({ time: time || undefined, source: source || undefined });
}

function isSameText(step: DraftStep, text: string, source: string | undefined): boolean {
  return source !== undefined && step.kind === 'text' && step.source === source && step.text === text;
}

/** A command in the session's own directory says nothing of where it is. */
function placed(call: ToolCall, { cwd }: StepOrigin, session: string | undefined): ToolCall {
  return call.command === undefined || cwd === undefined || cwd === session ? { ...call } : { ...call, cwd };
}
