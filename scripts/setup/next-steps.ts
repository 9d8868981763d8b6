import { basename } from 'node:path';

/** Of each shell, the file that it reads at its start, the line that extends the PATH, and the one that completes. */
const shells: Readonly<Record<string, { file: string; path: (bin: string) => string; completion: string }>> = {
  bash: {
    file: '~/.bashrc',
    path: (bin) => `export PATH="${bin}:$PATH"`,
    completion: 'eval "$(git checkpoint completion bash)"',
  },
  zsh: {
    file: '~/.zshrc',
    path: (bin) => `export PATH="${bin}:$PATH"`,
    completion: 'eval "$(git checkpoint completion zsh)"',
  },
  fish: {
    file: '~/.config/fish/config.fish',
    path: (bin) => `fish_add_path "${bin}"`,
    completion: 'git checkpoint completion fish | source',
  },
};

interface Installed {
  readonly bin: string;
  readonly onPath: boolean;
  readonly shell: string | undefined;
}

/** What there is to do after the program was installed. */
export function nextSteps({ bin, onPath, shell }: Installed): string {
  const own = shells[basename(shell ?? '')];
  const { file, path, completion } = own ?? {
    file: '~/.profile',
    path: (folder: string) => `export PATH="${folder}:$PATH"`,
    completion: undefined,
  };
  const steps: (readonly [string, string])[] = [
    ['cd YOUR-PROJECT && git checkpoint', 'save your first checkpoint'],
    ['git checkpoint install', 'add its hooks to your coding agents'],
    ...(completion === undefined ? [] : [[completion, `complete with Tab; add it to ${file}`] as const]),
    ['git checkpoint help', 'read the manual'],
  ];
  const width = Math.max(...steps.map(([command]) => command.length));
  const toPath = onPath ? [] : [`${bin} is not on your PATH. Add this line to ${file}:`, '', `  ${path(bin)}`, ''];
  return [...toPath, 'Next:', ...steps.map(([command, about]) => `  ${command.padEnd(width)}  ${about}`), ''].join(
    '\n',
  );
}
