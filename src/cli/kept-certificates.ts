/** Where the head keeps the path of the certificates for a process that sends nothing. */
const VARIABLE = 'GIT_CHECKPOINT_CERTIFICATES';

/**
 * How the program begins: lines that sh runs and Node takes for a comment. Node 20 parses the file that NODE_EXTRA_CA_CERTS names before
 * it runs a line of ours, 40 to 55 ms at each start, so only sh can keep it from doing so. A command that may ask a model or a remote
 * keeps the variable.
 */
export const programHead = `#!/bin/sh
':' /* sh runs this part: without NODE_EXTRA_CA_CERTS, a command that sends nothing starts sooner.
case "\${NODE_EXTRA_CA_CERTS:+set} \${1-save} $*" in *--llm*) ;;
set\\ save* | set\\ -* | set\\ resume* | set\\ verify* | set\\ list* | set\\ show* | set\\ status* | set\\ hook*)
export ${VARIABLE}="$NODE_EXTRA_CA_CERTS"; unset NODE_EXTRA_CA_CERTS ;; esac
exec node "$0" "$@" # */`;

/** Puts the variable back for the programs that are started from here. Node itself reads it at its start and never again. */
export function returnCertificates(env: Record<string, string | undefined>): void {
  const path = env[VARIABLE];
  if (path === undefined) return;
  delete env[VARIABLE];
  env['NODE_EXTRA_CA_CERTS'] = path;
}
