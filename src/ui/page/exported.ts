/** What an exported page carries in place of a server: answers by the path that asks for them. */
export interface Exported {
  readonly answers: Readonly<Record<string, unknown>>;
  /** What was left out to keep the page small. */
  readonly folded: readonly string[];
  readonly made: string;
}

/** Absent on a page that a server gave. */
export const exported: Exported | undefined = readExported();

function readExported(): Exported | undefined {
  const text = document.getElementById('exported')?.textContent;
  return text ? (JSON.parse(text) as Exported) : undefined;
}
