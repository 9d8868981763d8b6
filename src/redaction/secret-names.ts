/** Names that promise an example, not a value: `.env.example`, `secrets.sample.yaml`. */
const EXAMPLE = /[.\-_](?:example|sample|template|tmpl|dist|defaults?|schema)(?:\.|$)/;

const WHOLE_NAMES = new Set([
  '.dockercfg',
  '.git-credentials',
  '.htpasswd',
  '.netrc',
  '_netrc',
  '.npmrc',
  '.pgpass',
  '.pypirc',
  '.s3cfg',
  '.vault-token',
  'auth.json',
  'client_secret.json',
  'kubeconfig',
  'master.key',
  'pgpass.conf',
]);

const ENDINGS =
  /\.(?:pem|p12|pfx|pkcs12|key|keystore|jks|kdbx|ppk|asc\.key|ovpn|tfvars|mobileprovision|agekey|gpg-key)$/;
const SSH_KEY = /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[.\-_].*)?$/;
const ENV_FILE = /^\.env(?:rc)?(?:[.\-_].+)?$|^.+\.env$/;
const CREDENTIALS =
  /^(?:\.?aws_|\.)?credentials(?:[-_][\w-]*)?(?:(?:\.[\w-]{1,32})?\.(?:json|ya?ml|toml|ini|csv|txt|db|enc|xml))?$/;
const SECRETS = /^\.?secrets?(?:[.\-_][\w.-]*)?\.(?:ya?ml|json|toml|ini|env|txt|properties|enc|xml|conf)$/;
const SERVICE_ACCOUNT = /^(?:.*[.\-_])?(?:service[-_]?account|gcp[-_]key|firebase-adminsdk)[\w.-]*\.json$/;
/** Full paths of tools that keep tokens in a file with a harmless name. */
const KNOWN_PLACES = /(?:^|\/)(?:\.docker\/config\.json|\.kube\/config|\.aws\/config|\.cargo\/credentials(?:\.toml)?)$/;

/** Each of the forms has one of these in it: most names have none, and making the expressions takes longer than looking. */
const SIGNS = [
  ...['.env', 'pem', 'p12', 'pfx', 'pkcs12', 'key', 'jks', 'kdbx', 'ppk', 'ovpn', 'tfvars', 'mobileprovision'],
  ...['id_', 'credentials', 'secret', 'account', 'gcp', 'firebase', 'config'],
];

/**
 * Whether a file of this name usually holds a secret. Names decide alone, so that nothing has to be opened; public
 * halves and examples are let through.
 */
export function isSecretName(path: string): boolean {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  if (!WHOLE_NAMES.has(name) && !SIGNS.some((sign) => lower.includes(sign))) return false;
  if (name.endsWith('.pub') || EXAMPLE.test(name)) return false;
  if (WHOLE_NAMES.has(name) || KNOWN_PLACES.test(lower)) return true;
  return [ENDINGS, SSH_KEY, ENV_FILE, CREDENTIALS, SECRETS, SERVICE_ACCOUNT].some((form) => form.test(name));
}
