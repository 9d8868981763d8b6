import { Failure } from '../../core/failure.ts';
import type { Command } from '../command.ts';

/** A completion script made from the command table. */
export function renderCompletion(shell: string, commands: readonly Command[]): string {
  switch (shell) {
    case 'bash':
      return bash(commands);
    case 'zsh':
      // zsh's own git completion asks a function of this name for a third-party command.
      return `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}complete -o bashdefault -o default -F _git_checkpoint_alone git-checkpoint\n`;
    case 'fish':
      return fish(commands);
    default:
      throw new Failure('usage', `there is no completion for ‘${shell}’`, { hint: 'Use bash, zsh or fish.' });
  }
}

function flags(command: Command): string[] {
  return command.options.map(({ name, kind }) => `--${name}${kind === 'flag' ? '' : '='}`);
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => `    ${command.name}) words="${flags(command).join(' ')}" ;;\n`).join('');
  const names = commands.map(({ name }) => name).join(' ');
  return `# git checkpoint completion; git's own completion calls _git_checkpoint.
_git_checkpoint_words() {
  local sub="$1" words=""
  case "$sub" in
${cases}  esac
  echo "$words"
}
_git_checkpoint() {
  local at=$((\${__git_cmd_idx:-1} + 1)) sub=""
  [ "\${COMP_WORDS[0]##*/}" = git-checkpoint ] && at=1
  [ "$COMP_CWORD" -gt "$at" ] && sub="\${COMP_WORDS[$at]}"
  local current="\${COMP_WORDS[COMP_CWORD]}" words="${names}"
  case "\${sub:-$current}" in -*) sub=save ;; esac
  if [ -n "$sub" ]; then
    words="$(_git_checkpoint_words "$sub")"
    case "$sub" in
      show|diff|verify|keep|drop|resume|restore)
        [ "\${current#-}" = "$current" ] && words="latest $(git \${__git_C_args:+"\${__git_C_args[@]}"} for-each-ref --format='%(refname:lstrip=2)' refs/checkpoints 2>/dev/null)" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
_git_checkpoint_alone() { _git_checkpoint; }
complete -o bashdefault -o default -F _git_checkpoint_alone git-checkpoint 2>/dev/null
`;
}

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c git -n '__fish_git_using_command checkpoint; and not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(' ')}' -f -a ${command.name} -d ${quoted(command.about)}`,
    ...command.options.map(
      ({ name, about }) =>
        `complete -c git -n '__fish_git_using_command checkpoint; and __fish_seen_subcommand_from ${command.name}' -l ${name} -d ${quoted(about)}`,
    ),
  ]);
  return `${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`;
}
