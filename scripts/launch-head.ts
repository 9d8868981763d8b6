import { LOOK_END, LOOK_PIPE, LOOK_VARIABLE } from '../src/cli/early-look.ts';
import { CERTIFICATES_VARIABLE } from '../src/cli/kept-certificates.ts';
import { fixedVariables, settings, strippedVariables } from '../src/git/native/run.ts';
import { lookArguments } from '../src/git/native/status.ts';

const variables = Object.entries(fixedVariables).map(([name, value]) => `${name}=${value}`);
const git = [...variables, 'git', ...settings].join(' ');
const anyStripped = strippedVariables.map((name) => `\${${name}+x}`).join('');

/**
 * How the program begins: lines that sh runs and Node takes for a comment. The file is both, so that no link to it has to be followed
 * and `node` may be given it directly. No line but the last may have what ends a comment.
 */
export const launchHead = `#!/bin/sh
':' /*
plain() { exec node "$0" "$@"; }

# Node 20 reads all certificates at its start, which takes longer than a save. Only who asks a model needs them.
case "\${NODE_EXTRA_CA_CERTS:+set} \${1-save} $*" in
  *--llm* | *--exact*) ;;
  set\\ save* | set\\ -* | set\\ resume* | set\\ verify* | set\\ list* | set\\ show* | set\\ status* | set\\ hook*)
    export ${CERTIFICATES_VARIABLE}="$NODE_EXTRA_CA_CERTS"
    unset NODE_EXTRA_CA_CERTS
    ;;
esac

# These ask git about the working tree first of all. It looks while Node starts.
case "\${1-save}" in
  save | resume | verify) ;;
  hook) case "$*" in *'--part 1/'*) ;; *) plain "$@" ;; esac ;;
  -h | --help | -V | --version) plain "$@" ;;
  -?*) ;;
  *) plain "$@" ;;
esac
# Which repository such an environment means is for the program to find out. Where all that somebody has is one, it is refused, and is
# not looked through before. What is closed cannot be handed on.
[ -z "${anyStripped}" ] || plain "$@"
[ ! -e "\${HOME-}/.git" ] && [ ! -e /.git ] || plain "$@"
{ :; } 2>/dev/null 8<&0 || plain "$@"
exec 8<&0
ask() { ${git} "$@"; }
# A folder of a clone may have all that makes a repository, with a configuration that starts programs. What is named .git no clone brings.
look() {
  place=$(ask rev-parse --show-toplevel --absolute-git-dir)
  case \${place##*"$newline"} in *'/.git' | *'/.git/'*) ;; *) return 1 ;; esac
  printf '%s\\n' "\${place%"$newline"*}" && ask ${lookArguments.join(' ')} && printf ${LOOK_END}
}
newline='
'
{ look </dev/null 2>/dev/null 8<&- & } |
  ${LOOK_VARIABLE}=$$ node "$0" "$@" ${LOOK_PIPE}<&0 0<&8 8<&-
code=$?
# The pack for the next session is made when nobody waits. Whether that fails, a resume tells.
case $code\${1-save} in
  0save | 0-*) node "$0" resume --prepare </dev/null >/dev/null 2>&1 8<&- & ;;
esac
exit $code
*/`;
