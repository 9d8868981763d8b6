/** A file that the checkpoint changed against the commit it was made on. */
export interface WorkingFile {
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'type';
  /** Where a rename came from. */
  readonly from?: string;
  /** Text in HEAD; absent when there was none, or when it was not read. */
  readonly before?: string;
  /** Text in the checkpoint; absent when deleted, binary, or too large to be read. */
  readonly after?: string;
  readonly binary: boolean;
  /** In bytes, where known. */
  readonly size?: number;
  readonly added?: number;
  readonly removed?: number;
  /** The texts are not what the file holds: secrets were taken out. */
  readonly redacted?: boolean;
  /** A symbolic link: its text is where it leads. */
  readonly link?: boolean;
  /** Whether it may be run, where that was changed. */
  readonly executable?: boolean;
}
