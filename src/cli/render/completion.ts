import { Failure } from '../../core/failure.ts';
import type { Command } from '../command.ts';

/** A completion script. It asks the program itself for words, and git for the numbers of checkpoints. */
export function renderCompletion(shell: string, commands: readonly Command[]): string {
  const numbered = commands.filter(({ positionals }) => positionals.some(({ form }) => form.includes('ID')));
  const names = numbered.map(({ name }) => name);
  switch (shell) {
    case 'bash':
      return bash(names);
    case 'zsh':
      // zsh's own git completion asks a function of this name for a third-party command.
      return `autoload -U +X bashcompinit && bashcompinit\n${bash(names)}complete -o bashdefault -o default -F _git_checkpoint_alone git-checkpoint\n`;
    case 'fish':
      return fish(names);
    default:
      throw new Failure('usage', `no completion for '${shell}'`, { hint: 'Use bash, zsh or fish.' });
  }
}

const NUMBERS = "for-each-ref --format='%(refname:lstrip=2)' refs/checkpoints 2>/dev/null";

function bash(numbered: readonly string[]): string {
  return `# git checkpoint completion; git's own completion calls _git_checkpoint.
_git_checkpoint() {
  local at=$((\${__git_cmd_idx:-1} + 1))
  [ "\${COMP_WORDS[0]##*/}" = git-checkpoint ] && at=1
  local current="\${COMP_WORDS[COMP_CWORD]}"
  local words="$(git checkpoint completion -- "\${COMP_WORDS[@]:$at:$((COMP_CWORD - at + 1))}" 2>/dev/null)"
  case "$((COMP_CWORD > at))\${COMP_WORDS[$at]}/$current" in
    */-*) ;;
    ${numbered.map((name) => `1${name}/*`).join(' | ')})
      words="latest $(git \${__git_C_args:+"\${__git_C_args[@]}"} ${NUMBERS})" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
_git_checkpoint_alone() { _git_checkpoint; }
complete -o bashdefault -o default -F _git_checkpoint_alone git-checkpoint 2>/dev/null
`;
}

function fish(numbered: readonly string[]): string {
  return `function __git_checkpoint_words
    set -l words (commandline -opc) (commandline -ct)
    git checkpoint completion -- (string match --invert --regex '^(git|checkpoint)$' -- $words) 2>/dev/null
end
complete -c git -n '__fish_git_using_command checkpoint' -f -a '(__git_checkpoint_words)'
complete -c git -n '__fish_git_using_command checkpoint; and __fish_seen_subcommand_from ${numbered.join(' ')}' -f -a 'latest (git ${NUMBERS.replaceAll("'", '')})'
`;
}
