/** Names that promise an example, not a value: `.env.example`, `secrets.sample.yaml`. */
const EXAMPLE = /[.\-_](?:example|sample|template|tmpl|dist|defaults?|schema)(?:\.|$)/;

const WHOLE_NAMES = new Set([
  '.boto',
  '.dev.vars',
  '.dockercfg',
  '.dockerconfigjson',
  '.fetchmailrc',
  '.esmtprc',
  '.ftpconfig',
  '.git-credentials',
  '.htpasswd',
  '.msmtprc',
  '.my.cnf',
  '.mylogin.cnf',
  '.netrc',
  '.passwd',
  '.password',
  '_netrc',
  '.npmrc',
  '.pgpass',
  '.pypirc',
  '.rclone.conf',
  '.remote-sync.json',
  '.s3cfg',
  '.secret',
  '.secrets',
  '.sqshrc',
  '.terraformrc',
  '.vault_pass',
  '.vault-password',
  '.vault-token',
  'application_default_credentials.json',
  'access_tokens.db',
  'accesstokens.json',
  'auth.json',
  'azureprofile.json',
  'client_secret.json',
  'client_secrets.json',
  'deploy.key',
  'gcloud.json',
  'keyfile.json',
  'kubeconfig',
  'local.settings.json',
  'logins.json',
  'key4.db',
  'master.key',
  'msal_token_cache.json',
  'oauth.json',
  'oauth_token.json',
  'pgpass.conf',
  'rclone.conf',
  'recentservers.xml',
  'rootkey.csv',
  'session_token.json',
  'sitemanager.xml',
  'storage_state.json',
  'terraform.rc',
  'terraform.tfstate',
  'token.json',
  'token.pickle',
  'tokens.json',
  'wallet.dat',
  'wp-config.php',
]);

const ENDINGS =
  /\.(?:pem|p12|pfx|pkcs12|key|keystore|jks|kdbx|ppk|asc\.key|ovpn|tfvars|mobileprovision|agekey|gpg-key|p8|pk8|pvk|der\.key|jceks|bks|keychain|keychain-db|kdb|psafe3|rdp|publishsettings|tfstate|tfstate\.backup|auto\.tfvars\.json|tfvars\.json|htpasswd|credentials|secret|secrets)$/;
const SSH_KEY = /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[.\-_].*)?$/;
const ENV_FILE = /^\.env(?:rc)?(?:[.\-_].+)?$|^.+\.env$/;
/** `kubeconfig.yaml`, `prod-kubeconfig`, `config.kubeconfig`. */
const KUBECONFIG = /^(?:.*[.\-_])?kube[-_]?config(?:[.\-_][\w.-]*)?$/;
const PASSWORDS =
  /^(?:.*[.\-_])?(?:passwords?|passwd|pwd|secrets?|api[-_]?keys?|private[-_]?keys?|tokens?)(?:[.\-_][\w-]{1,24})?\.(?:txt|csv|json|ya?ml|xlsx?|enc|bak)$/;
const TOKEN_FILE =
  /^(?:client_secret[\w.-]*|.*[-_]credentials|.*[-_]token|.*[-_]service[-_]?key|.*[-_]adminsdk[\w-]*)\.json$/;
const CREDENTIALS =
  /^(?:\.?aws_|\.)?credentials(?:[-_][\w-]*)?(?:(?:\.[\w-]{1,32})?\.(?:json|ya?ml|toml|ini|csv|txt|db|enc|xml))?$/;
const SECRETS = /^\.?secrets?(?:[.\-_][\w.-]*)?\.(?:ya?ml|json|toml|ini|env|txt|properties|enc|xml|conf)$/;
const SERVICE_ACCOUNT = /^(?:.*[.\-_])?(?:service[-_]?account|gcp[-_]key|firebase-adminsdk)[\w.-]*\.json$/;
/** Full paths of tools that keep tokens in a file with a harmless name. */
const KNOWN_PLACES =
  /(?:^|\/)(?:\.docker\/config\.json|\.kube\/config|\.aws\/config|\.cargo\/credentials(?:\.toml)?|\.config\/gh\/hosts\.yml|\.config\/gcloud\/[\w./-]+|\.azure\/[\w./-]+\.json|\.m2\/settings(?:-security)?\.xml|\.gem\/credentials|\.config\/rclone\/rclone\.conf|\.gnupg\/[\w./-]+|\.ssh\/(?!config$|known_hosts|authorized_keys)[\w.-]+)$/;

/**
 * Whether a file of this name usually holds a secret. Names decide alone, so that nothing has to be opened; public
 * halves and examples are let through.
 */
export function isSecretName(path: string): boolean {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  if (name.endsWith('.pub') || EXAMPLE.test(name)) return false;
  if (WHOLE_NAMES.has(name) || KNOWN_PLACES.test(lower)) return true;
  return [ENDINGS, SSH_KEY, ENV_FILE, CREDENTIALS, SECRETS, SERVICE_ACCOUNT, KUBECONFIG, PASSWORDS, TOKEN_FILE].some(
    (form) => form.test(name),
  );
}
