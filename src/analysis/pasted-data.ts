/** A line of JSON that was printed over many lines. */
const DATA = /^\s*(?:"[^"]{1,80}"\s*:|[{}[\]]{1,2},?\s*$|"[^"]*",?\s*$|-?\d+(?:\.\d+)?,?\s*$)/;
/** A few such lines may have been typed. */
const MIN_LINES = 5;

/** Puts something shorter in the place of data that was pasted without a fence around it. */
export function replaceData(text: string, shorter: (lines: readonly string[]) => string): string {
  const kept: string[] = [];
  let run: string[] = [];
  const close = () => {
    kept.push(...(run.length < MIN_LINES ? run : [shorter(run)].filter((line) => line !== '')));
    run = [];
  };
  for (const line of text.split('\n')) {
    if (DATA.test(line)) run.push(line);
    else {
      close();
      kept.push(line);
    }
  }
  close();
  return kept.join('\n');
}
