import type { Repository } from '../../open/repository.ts';
import { readWorkingTree, type TimelineEntry, timeline, type WorkingTree } from '../../repository/timeline.ts';

/** What can happen while the list is shown. */
export type PickerEvent =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'resized' }
  | { readonly kind: 'read'; readonly entries: readonly TimelineEntry[]; readonly done: boolean }
  | { readonly kind: 'here'; readonly here: WorkingTree }
  | { readonly kind: 'preview'; readonly of: string; readonly lines: readonly string[] }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface EventQueue {
  push(event: PickerEvent): void;
  isEmpty(): boolean;
  next(): Promise<PickerEvent>;
}

/** Events in the order they came; who asks for one that is not there yet waits for it. */
export function eventQueue(): EventQueue {
  const waiting: PickerEvent[] = [];
  let wake = () => {};
  return {
    push(event) {
      waiting.push(event);
      wake();
    },
    isEmpty: () => waiting.length === 0,
    async next() {
      for (;;) {
        const event = waiting.shift();
        if (event !== undefined) return event;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/** Work whose outcome is an event; what fails is one too. */
export function pushOutcome(work: Promise<PickerEvent | undefined>, { push }: EventQueue): void {
  work.then(
    (event) => event !== undefined && push(event),
    (error: unknown) => push({ kind: 'failed', error }),
  );
}

/** Reads the checkpoints while the list is already shown. Ends early when nobody looks any more. */
export async function readTimeline(
  repository: Repository,
  { push }: EventQueue,
  isStopped: () => boolean,
): Promise<PickerEvent | undefined> {
  for await (const entries of timeline(repository)) {
    if (isStopped()) return undefined;
    push({ kind: 'read', entries, done: false });
  }
  return { kind: 'read', entries: [], done: true };
}

/** Compares the working tree, which takes as long as `git status`. */
export async function readHere(repository: Repository): Promise<PickerEvent> {
  return { kind: 'here', here: await readWorkingTree(repository) };
}
