import type { Analysis, Artifact, Mode, Note, OtherSection, Trigger } from '../core/note.ts';
import type { SessionSource } from './read-transcript.ts';

/** What a person, a hook or a program wants saved. Fields given here win over what is found. */
export interface SaveRequest {
  readonly trigger: Trigger;
  readonly summary?: string;
  readonly description?: string;
  readonly given?: Partial<Omit<Analysis, 'source' | 'artifacts'>>;
  /** Rows of the artifact trail; those that git knows stand beside them. */
  readonly artifacts?: readonly Artifact[];
  readonly tags?: readonly string[];
  readonly sections?: readonly OtherSection[];
  readonly relevantPackages?: readonly string[];
  readonly recentCommands?: readonly string[];
  /** Who wrote `given`. */
  readonly givenBy?: 'user' | 'agent';
  readonly anchor?: string;
  readonly mode?: Mode;
  readonly pending?: boolean;
  readonly maxSize?: number;
  /** Files to take even where they are ignored or else left out. */
  readonly also?: ReadonlySet<string>;
  /** The same for repositories inside of the working tree, by their paths. */
  readonly alsoInside?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Repositories inside of the working tree are only named, whatever the settings say. */
  readonly nameNested?: boolean;
  /** Saved by the automation: too much is left out instead of refused. */
  readonly automatic?: boolean;
  /** Goes on without tracked files that cannot be read or stored; what is saved automatically does. */
  readonly leaveOut?: boolean;
  /** Also count what differs from the predecessor, which takes a git process. */
  readonly countChanges?: boolean;
  /** Do nothing when the tree is the one of the newest checkpoint. */
  readonly onlyIfChanged?: boolean;
  /** What the caller knows of the session; it wins over the transcript. */
  readonly session?: Note['session'];
  /** Which transcript to read; absent: the one of the session at work, found by itself. */
  readonly source?: SessionSource | 'none';
  /** The agent's last words, when a hook has them before the transcript does. */
  readonly lastMessage?: string;
  /** false: no model is asked afterwards. */
  readonly followUp?: boolean;
  /** Files that the session modified before and that need not differ any more. */
  readonly filesModified?: readonly string[];
  readonly memory?: Note['memory'];
  /** How long a running `git gc` is waited for, in milliseconds. */
  readonly maxGcWait?: number;
  /** Called when the save has to wait for one. */
  readonly onGcWait?: () => void;
  /** Aborted when whoever asked takes it back: before the first ref moves, nothing has happened. */
  readonly signal?: AbortSignal;
}
