/** A path, a word or a quoted text of a command line. */
const WORD = String.raw`(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'][^\s]*)`;
/** Options that take the word behind them as their value. */
const VALUED = `(?:-[enpuvwfkCF]|--(?:name|prefix|env|env-file|with|extra|group|python|user|volume|workdir|package|file|profile|project|config|dir|directory|cwd|filter|workspace|token|index))`;
const OPTION = String.raw`(?:${VALUED} +(?!-)${WORD}|(?!${VALUED} )-\S+)`;
const OPTIONS = `(?: +${OPTION})*`;
/** After these, a bare word may be a script of the project and no program. */
const NO_SCRIPT = String.raw`(?! +(?:test|build|lint|check|format|fmt)(?:[:_-]\S*)?(?: |$))`;

/** What only starts another command: set variables, programs, those that have a word for it, those that go to a place. */
const WRAPPERS = [
  String.raw`[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)`,
  `(?:env|nice|time|nohup|setsid|exec|npx|bunx|uvx|corepack|cross-env|chronic|caffeinate|xvfb-run|stdbuf|arch)${OPTIONS}`,
  String.raw`command|sudo(?: +-[ugC] +\S+| +-\S+)*`,
  String.raw`g?timeout${OPTIONS} +[\d.]+[smhd]?`,
  `rtk(?: (?:proxy|test|err))?`,
  `(?:volta|uv|poetry|pipenv|pdm|rye|hatch|pixi|devbox|conda|mamba|micromamba|pipx|dotenvx|doppler|infisical) run${OPTIONS}${NO_SCRIPT}`,
  `(?:bundle|npm|pnpm|yarn|bun|rbenv|pyenv|asdf|fnm)${OPTIONS} (?:exec|dlx|x)${OPTIONS}`,
  String.raw`(?:docker|podman|nerdctl)(?:[- ]compose)?${OPTIONS} (?:exec|run)${OPTIONS} +\w[\w./:@-]*`,
  String.raw`(?:direnv|nvm) exec +\S+(?: +--)?`,
  String.raw`(?:mise|rtx) (?:exec|x)(?: +[^-\s]\S*)*(?: +--)?`,
  String.raw`(?:op run|dotenv|chamber|aws-vault|envchain|kubectl exec|flox|devenv|devbox|with-env|mise|rtx|pixi)\b(?: +(?!-- )${WORD})* +--`,
  `dotenv${OPTIONS}`,
  String.raw`nix (?:develop|shell)\b(?: +(?!(?:-c|--command) )${WORD})* +(?:-c|--command)`,
  String.raw`(?:\S*/)?python[\d.]* -m(?= +(?:pytest|mypy|ruff|black|flake8|tox|nox|pip)\b)`,
].map((form) => new RegExp(`^(?:${form}) +(?=[^\\s-])`));

/** `env GOCACHE=/tmp/x timeout 60 go test` is `go test`, `volta run npm test` is `npm test`. */
export function unwrapped(part: string): string {
  let rest = part;
  for (;;) {
    const wrapper = WRAPPERS.map((form) => form.exec(rest)).find((found) => found !== null);
    if (wrapper === undefined) return rest;
    rest = rest.slice(wrapper[0].length);
  }
}

/** `npm --prefix ui run build`, `yarn workspace ui build` */
const PLACED = new RegExp(String.raw`^((?:npm|pnpm|yarn|bun) )((?:(?:${OPTION}|workspace +\S+) +)+)(?=[^\s-])(.*)$`);

/** A task of a package is told by its name before its place: `npm run build --prefix ui`. */
export function taskFirst(part: string): string {
  return part.replace(PLACED, '$1$3 $2').trim();
}

/** `zsh -lc 'source ~/.zshrc && npm test'`, `nix-shell -p cargo --run 'cargo check'`: what it runs stands in its argument. */
const ARGUMENT =
  /^(?:\S*\/)?(?:(?:ba|z|da)?sh -\w*c|nix-shell\b[^'"]* --(?:run|command)|su\b[^'"]* -c) +(['"])([\s\S]+)\1$/;

/** The command line that a part hands to a shell as a text. */
export function handedLine(part: string): string | undefined {
  return ARGUMENT.exec(part)?.[2];
}
