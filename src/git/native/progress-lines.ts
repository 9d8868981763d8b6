const progress =
  /^(?:remote: )?(?:Enumerating|Counting|Compressing|Writing|Receiving|Resolving|Unpacking|Total|Delta|Checking)\b/;

/** Tells how far git is as it goes. Its other words wait for the end: after a failure, that tells them. */
export class ProgressLines {
  readonly #tell: (text: string) => void;
  readonly #words: string[] = [];
  #unfinished = '';

  constructor(tell: (text: string) => void) {
    this.#tell = tell;
  }

  hear(text: string): void {
    const lines = (this.#unfinished + text).split(/(?<=[\r\n])/);
    this.#unfinished = /[\r\n]$/.test(lines.at(-1) ?? '\n') ? '' : (lines.pop() ?? '');
    for (const line of lines) {
      if (progress.test(line)) this.#tell(line);
      else this.#words.push(line);
    }
  }

  tellWords(): void {
    const words = this.#words.splice(0).join('') + this.#unfinished;
    this.#unfinished = '';
    if (words.trim() !== '') this.#tell(words);
  }
}
