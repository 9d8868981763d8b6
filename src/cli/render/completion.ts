import { Failure } from '../../core/failure.ts';

export const shells: readonly string[] = ['bash', 'zsh', 'fish'];

/** A completion script. It asks the program itself what may stand at the cursor. */
export function renderCompletion(shell: string): string {
  switch (shell) {
    case 'bash':
      return bash;
    case 'zsh':
      return zsh;
    case 'fish':
      return fish;
    default:
      throw new Failure('usage', `no completion for '${shell}'`, { hint: 'Use bash, zsh or fish.' });
  }
}

/** git's own completion calls `_git_checkpoint`. Where it is not loaded, it is loaded; where there is none, ours stands in for `git checkpoint`. */
const bash = `# git checkpoint completion for bash
_git_checkpoint() {
  local at=$((\${__git_cmd_idx:-1} + 1)) current="\${COMP_WORDS[COMP_CWORD]}" line word found=()
  [ "\${COMP_WORDS[0]##*/}" = git-checkpoint ] && at=1
  while IFS= read -r line; do found+=("$line"); done < <(
    git \${__git_C_args:+"\${__git_C_args[@]}"} checkpoint completion -- "\${COMP_WORDS[@]:$at:$((COMP_CWORD - at + 1))}" 2>/dev/null
  )
  COMPREPLY=()
  if [ "\${found[0]}" = :files ]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
    return
  fi
  compopt -o nosort 2>/dev/null
  for line in "\${found[@]}"; do
    word="\${line%%$'\\t'*}"
    # bash takes --trigger=clear for three words, and wants the last.
    [[ $current == --* ]] || word="\${word#--*=}"
    # With what it means behind it, as long as there is a choice and bash only shows it: 37 and 42 put whole lines on the command line.
    if [ \${#found[@]} -gt 1 ] && [[ $COMP_TYPE != 37 && $COMP_TYPE != 42 && $line == *$'\\t'* ]]; then
      COMPREPLY+=("$(printf "%.\${COLUMNS:-80}s" "$word  (\${line#*$'\\t'})")")
    else
      COMPREPLY+=("$word")
    fi
  done
}
_git_checkpoint_alone() { _git_checkpoint; }
_git_checkpoint_of_git() {
  local loader
  for loader in _comp_load __load_completion; do
    if declare -F $loader >/dev/null && complete -r git && $loader git; then return 124; fi
  done
  complete -o bashdefault -o default -F _git_checkpoint_of_git git
  if [ "\${COMP_WORDS[1]}" = checkpoint ] && [ "$COMP_CWORD" -gt 1 ]; then
    _git_checkpoint
  elif [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W checkpoint -- "\${COMP_WORDS[1]}"))
  fi
}
complete -o bashdefault -o default -F _git_checkpoint_alone git-checkpoint
complete -p git >/dev/null 2>&1 || complete -o bashdefault -o default -F _git_checkpoint_of_git git
`;

/** zsh's own completion of git asks a function of this name for a third-party command. */
const zsh = `# git checkpoint completion for zsh
_git-checkpoint() {
  local -a found names shown
  local line
  local -i wide=0 described=0
  found=("\${(@f)$(git checkpoint completion -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "\${found[1]}" == :files ]]; then
    _files
    return
  fi
  for line in "\${found[@]}"; do
    [[ -n "$line" ]] || continue
    names+=("\${line%%$'\\t'*}")
    (( wide = \${#names[-1]} > wide ? \${#names[-1]} : wide ))
  done
  for line in "\${found[@]}"; do
    [[ "$line" == *$'\\t'* ]] && described=1
    [[ -z "$line" ]] || shown+=("\${(r:wide:)\${line%%$'\\t'*}}\${\${(M)line%$'\\t'*}:+  -- \${line#*$'\\t'}}")
  done
  # Not by _describe, which puts equal descriptions on one line and then sorts: the newest comes first.
  if (( described )); then
    compadd -V 'git checkpoint' -l -d shown -a names
  else
    compadd -V 'git checkpoint' -a names
  fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _git-checkpoint git-checkpoint
() {
  local -a known
  zstyle -g known ':completion:*:*:git:*' user-commands
  zstyle ':completion:*:*:git:*' user-commands $known 'checkpoint:save the working tree and what the session knew'
}
`;

const fish = `# git checkpoint completion for fish
function __git_checkpoint_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l at (contains -i -- checkpoint $words; or echo 1)
    set -l found (git checkpoint completion -- $words[(math $at + 1)..-1] 2>/dev/null)
    if test "$found[1]" = :files
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $found
    end
end
complete -c git -n '__fish_use_subcommand' -a checkpoint -d 'Save the working tree and what the session knew'
complete -c git -n '__fish_seen_subcommand_from checkpoint' -f -k -a '(__git_checkpoint_complete)'
complete -c git-checkpoint -f -k -a '(__git_checkpoint_complete)'
`;
