/** Where the launcher keeps the path for a process that sends nothing. */
export const CERTIFICATES_VARIABLE = 'GIT_CHECKPOINT_CERTIFICATES';

/** Puts the variable back for the programs that are started from here. Node itself reads it at its start and never again. */
export function returnCertificates(env: Record<string, string | undefined>): void {
  const path = env[CERTIFICATES_VARIABLE];
  if (path === undefined) return;
  delete env[CERTIFICATES_VARIABLE];
  env['NODE_EXTRA_CA_CERTS'] = path;
}
