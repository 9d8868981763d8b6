import type { Random } from '../../test/support/random.ts';
import { laterShapes } from './later-shapes.ts';
import { type Shape, shape } from './shape.ts';
import {
  alphanumeric as an,
  base64,
  capitals,
  digits,
  hex,
  chosenByPerson as person,
  uuid,
  withSymbols,
} from './values.ts';

const alnum = (length: number) => (random: Random) => an(random, length);
const hexOf = (length: number) => (random: Random) => hex(random, length);
const b64 = (bytes: number) => (random: Random) => base64(random, bytes);
const url64 = (bytes: number) => (random: Random) => base64(random, bytes, 'base64url');
const symbols = (length: number) => (random: Random) => withSymbols(random, length).replace(/["'\\`\s]/g, 'x');
const dashes = '-----';
const keyLines = (random: Random, count = 6) => Array.from({ length: count }, () => base64(random, 48));
const body = (random: Random) => keyLines(random).join('\n');
const pem = (lines: string, label = 'RSA ') =>
  `${dashes}BEGIN ${label}PRIVATE KEY${dashes}\n${lines}\n${dashes}END ${label}PRIVATE KEY${dashes}`;
const prefixed = (prefix: string) => (lines: string) =>
  pem(lines)
    .split('\n')
    .map((line) => `${prefix}${line}`)
    .join('\n');

const environment: readonly Shape[] = [
  shape('Heroku key as UUID', uuid, (s) => `HEROKU_API_KEY=${s}\n`),
  shape('Rails secret_key_base', hexOf(128), (s) => `SECRET_KEY_BASE=${s}`),
  shape('Django SECRET_KEY', symbols(50), (s) => `SECRET_KEY = 'django-insecure-${s}'`),
  shape('Laravel APP_KEY', b64(32), (s) => `APP_KEY=base64:${s}\n`),
  shape('JWT_SECRET', alnum(32), (s) => `JWT_SECRET=${s}\n`),
  shape('PGPASSWORD before a command', person, (s) => `PGPASSWORD=${s} psql -h db -U app shop -c 'select 1'`),
  shape('MYSQL_PWD before a command', alnum(14), (s) => `MYSQL_PWD=${s} mysqldump shop > dump.sql`),
  shape('compose environment list', person, (s) => `    environment:\n      - POSTGRES_PASSWORD=${s}\n`),
  shape('compose environment map', person, (s) => `    environment:\n      POSTGRES_PASSWORD: ${s}\n`),
  shape('docker run -e', alnum(20), (s) => `docker run -d -e MYSQL_ROOT_PASSWORD=${s} mysql:8`),
  shape('fish set -gx', hexOf(40), (s) => `set -gx GITEA_TOKEN ${s}\n`),
  shape('PowerShell $env', alnum(24), (s) => `$env:AZURE_CLIENT_SECRET = "${s}"\n`),
  shape('cmd set', alnum(24), (s) => `set NUGET_API_KEY=${s}\r\n`),
  shape('setx', alnum(24), (s) => `setx DEEPL_AUTH_KEY "${s}"\n`),
  shape('printenv output', alnum(32), (s) => `HOME=/home/ada\nALGOLIA_ADMIN_KEY=${s}\nLANG=C\n`),
  shape('systemd Environment', alnum(18), (s) => `Environment="SMTP_PASS=${s}"\n`),
  shape('heroku config:set', alnum(30), (s) => `heroku config:set MAPS_KEY=${s} --app shop`),
  shape('GitHub secret set', alnum(30), (s) => `gh secret set DEPLOY_TOKEN --body "${s}"`),
  shape('kubectl from-literal', person, (s) => `kubectl create secret generic db --from-literal=password=${s}`),
  shape('helm --set', person, (s) => `helm upgrade db bitnami/postgresql --set auth.postgresPassword=${s}`),
  shape('terraform -var', person, (s) => `terraform apply -var 'db_password=${s}'`),
  shape('GH_PAT', alnum(40), (s) => `GH_PAT=${s}\n`),
  shape('DB_PASS', alnum(12), (s) => `DB_PASS=${s}\n`),
  shape('DB_PW', alnum(12), (s) => `DB_PW='${s}'\n`),
  shape('env in JSON of launch.json', alnum(32), (s) => `"env": { "OPENWEATHER_API_KEY": "${s}" }`),
];

const configuration: readonly Shape[] = [
  shape('Spring properties', person, (s) => `spring.datasource.username=app\nspring.datasource.password=${s}\n`),
  shape('Spring YAML', person, (s) => `spring:\n  datasource:\n    password: "${s}"\n`),
  shape(
    'appsettings.json',
    person,
    (s) => `"ConnectionStrings": { "Db": "Server=db;User Id=sa;Password=${s};Encrypt=true" }`,
  ),
  shape('JDBC URL', person, (s) => `jdbc:mysql://db:3306/shop?user=app&password=${s}&useSSL=true`),
  shape('web.config add', symbols(16), (s) => `<add key="SmtpPassword" value="${s.replace(/[<&]/g, 'x')}"/>`),
  shape(
    'Maven settings.xml',
    person,
    (s) => `<server><id>x</id><username>ci</username><password>${s}</password></server>`,
  ),
  shape('log4j property', person, (s) => `<property name="password" value="${s}"/>`),
  shape('k8s Secret data', b64(18), (s) => `kind: Secret\ndata:\n  password: ${s}\n`),
  shape('k8s Secret stringData', person, (s) => `kind: Secret\nstringData:\n  admin-password: ${s}\n`),
  shape('k8s env value', person, (s) => `        - name: REDIS_PASSWORD\n          value: ${s}\n`),
  shape('ECS environment', alnum(24), (s) => `{"name": "SENTRY_AUTH_TOKEN", "value": "${s}"}`),
  shape('ECS, value first', alnum(24), (s) => `{"value": "${s}", "name": "SESSION_SECRET"}`),
  shape('Ansible vars', symbols(16), (s) => `ansible_become_pass: "${s}"\n`),
  shape('Terraform variable', person, (s) => `resource "aws_db_instance" "x" {\n  password             = "${s}"\n}`),
  shape('Terraform default', alnum(24), (s) => `variable "api_token" {\n  default = "${s}"\n}`),
  shape('tfstate attribute', symbols(16), (s) => `"master_password": "${s}",`),
  shape('.npmrc _authToken', uuid, (s) => `//registry.test/:_authToken=${s}\n`),
  shape('.npmrc _auth', b64(24), (s) => `_auth=${s}\n`),
  shape('.npmrc _password', b64(15), (s) => `//registry.test/:_password=${s}\n`),
  shape('.pypirc', person, (s) => `[pypi]\nusername = ada\npassword = ${s}\n`),
  shape('.pgpass', alnum(14), (s) => `db.internal:5432:shop:app:${s}\n`),
  shape('.my.cnf', person, (s) => `[client]\nuser=root\npassword=${s}\n`),
  shape('.netrc over lines', alnum(16), (s) => `machine api.test\n  login ada\n  password ${s}\n`),
  shape('git credential store', alnum(40), (s) => `https://ada:${s}@git.test\n`),
  shape('git credential fill', alnum(20), (s) => `protocol=https\nhost=git.test\nusername=ada\npassword=${s}\n`),
  shape('docker config auth', b64(24), (s) => `{"auths":{"registry.test":{"auth":"${s}"}}}`),
  shape('redis.conf', alnum(24), (s) => `requirepass ${s}\n`),
  shape('wp-config define', symbols(16), (s) => `define( 'DB_PASSWORD', '${s}' );`),
  shape('wp-config salt', symbols(64), (s) => `define('AUTH_KEY',         '${s}');`),
  shape('PHP array', person, (s) => `'password' => '${s}',`),
  shape('Ruby hash', person, (s) => `password: '${s}',\n  host: 'db'`),
  shape('Ruby symbol rocket', person, (s) => `:password => "${s}",`),
  shape('TOML', alnum(32), (s) => `[registry]\ntoken = "${s}"\n`),
  shape('kubeconfig token', url64(40), (s) => `users:\n- name: ada\n  user:\n    token: ${s}\n`),
  shape('kubeconfig client-key-data', b64(120), (s) => `    client-key-data: ${s}\n`),
  shape('WireGuard', b64(32), (s) => `[Interface]\nPrivateKey = ${s}\nAddress = 10.0.0.2/32\n`),
  shape('wpa_supplicant psk', person, (s) => `network={\n  ssid="home"\n  psk="${s}"\n}`),
  shape(
    'Azure storage',
    b64(64),
    (s) => `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${s};EndpointSuffix=y`,
  ),
  shape('Service Bus', b64(32), (s) => `Endpoint=sb://x.test/;SharedAccessKeyName=Root;SharedAccessKey=${s}`),
  shape('Google service account', body, (s) => `"private_key": ${JSON.stringify(pem(s, ''))},`),
  shape('Google client secret', alnum(24), (s) => `{"installed":{"client_id":"1.apps.test","client_secret":"${s}"}}`),
  shape('OAuth token answer', url64(48), (s) => `{"access_token":"${s}","expires_in":3600,"token_type":"bearer"}`),
  shape('refresh token', url64(48), (s) => `{"refresh_token": "${s}", "scope": "all"}`),
  shape('JWK', url64(32), (s, r) => `{"kty":"EC","crv":"P-256","x":"${base64(r, 32, 'base64url')}","d":"${s}"}`),
  shape('AWS rootkey.csv', b64(30), (s, r) => `Access key ID,Secret access key\r\nAKIA${capitals(r, 16)},${s}\r\n`),
  shape('old AWS rootkey.csv', b64(30), (s, r) => `AWSAccessKeyId=AKIA${capitals(r, 16)}\nAWSSecretKey=${s}\n`),
  shape(
    'IAM credentials.csv',
    person,
    (s) => `User name,Password,Console login URL\nada,${s},https://1.signin.test/console\n`,
  ),
  shape(
    'password manager CSV',
    symbols(16),
    (s) => `name,url,username,password\nshop,https://shop.test,ada,${s.replace(/[,"]/g, 'x')}\n`,
  ),
  shape(
    'AWS credentials file',
    b64(30),
    (s, r) => `[default]\naws_access_key_id = AKIA${capitals(r, 16)}\naws_secret_access_key = ${s}\n`,
  ),
  shape('AWS session token', b64(200), (s) => `aws_session_token = ${s}\n`),
  shape('aws configure set', b64(30), (s) => `aws configure set aws_secret_access_key ${s}`),
  shape('aws sts JSON', b64(30), (s) => `"SecretAccessKey": "${s}",`),
];

const commands: readonly Shape[] = [
  shape('mysql -p attached', person, (s) => `mysql -uroot -p'${s}' shop`),
  shape('mysqldump -p', alnum(16), (s) => `mysqldump --single-transaction -u root -p${s} shop > dump.sql`),
  shape('mysqladmin -p', alnum(10), (s) => `mysqladmin -u root -p${s} ping`),
  shape('sshpass quoted', symbols(14), (s) => `sshpass -p '${s}' scp a.txt root@10.0.0.4:`),
  shape('docker login --password', alnum(30), (s) => `docker login -u ada --password ${s} registry.test`),
  shape('podman login -p', alnum(30), (s) => `podman login -u ada -p=${s} registry.test`),
  shape('docker login stdin', alnum(30), (s) => `echo ${s} | docker login -u ada --password-stdin`),
  shape('redis-cli -a', alnum(32), (s) => `redis-cli -a "${s}" -n 2 keys '*'`),
  shape('curl -u', person, (s) => `curl -u admin:'${s}' http://localhost:9200/_cat/indices`),
  shape('curl --user', alnum(24), (s) => `curl -sS --user "ci:${s}" https://jenkins.test/job/x/build`),
  shape('curl data JSON', person, (s) => `curl -d '{"username":"ada","password":"${s}"}' https://api.test/login`),
  shape('curl data form', person, (s) => `curl -d 'user=ada&password=${encodeURIComponent(s)}' https://api.test/login`),
  shape('curl header token', hexOf(40), (s) => `curl -H "Authorization: token ${s}" https://api.test/user`),
  shape('curl private token', alnum(20), (s) => `curl --header "PRIVATE-TOKEN: ${s}" https://gitlab.test/api/v4/x`),
  shape('httpie auth', person, (s) => `http -a ada:${s} GET api.test/v1`),
  shape('wget password', person, (s) => `wget --user=ada --password='${s}' https://files.test/x.zip`),
  shape('mongosh -p', alnum(16), (s) => `mongosh --host db -u root -p ${s} --authenticationDatabase admin`),
  shape('sqlcmd -P', person, (s) => `sqlcmd -S db -U sa -P '${s}' -Q 'select 1'`),
  shape('ldapsearch -w', person, (s) => `ldapsearch -x -D cn=admin,dc=x -w ${s} -b dc=x`),
  shape('smbclient', person, (s) => `smbclient //nas/share -U ada%${s}`),
  shape('openssl passin', alnum(16), (s) => `openssl rsa -in key.pem -passin pass:${s} -out plain.pem`),
  shape('gpg passphrase', person, (s) => `gpg --batch --passphrase ${s} -c file`),
  shape('zip -P', alnum(12), (s) => `zip -P ${s} out.zip a.txt`),
  shape('7z -p', alnum(12), (s) => `7z a -p${s} out.7z a.txt`),
  shape('unzip -P', alnum(12), (s) => `unzip -P ${s} in.zip`),
  shape('htpasswd -b', person, (s) => `htpasswd -bc .htpasswd ada ${s}`),
  shape('chpasswd', person, (s) => `echo 'root:${s}' | chpasswd`),
  shape('az login', alnum(34), (s) => `az login --service-principal -u app -p ${s} --tenant x`),
  shape('vault login', alnum(26), (s) => `vault login ${s}`),
  shape('vault kv put', person, (s) => `vault kv put secret/db password=${s}`),
  shape('npm config set', uuid, (s) => `npm config set //registry.test/:_authToken ${s}`),
  shape('git remote with token', alnum(40), (s) => `git remote set-url origin https://oauth2:${s}@gitlab.test/x.git`),
  shape('git extraheader', b64(40), (s) => `git -c http.extraheader="AUTHORIZATION: basic ${s}" fetch`),
  shape('keytool', alnum(10), (s) => `keytool -genkey -keystore a.jks -storepass ${s} -keypass ${s}`),
  shape('psql URL', symbols(14), (s) => `psql postgresql://app:${s.replace(/[@/]/g, 'x')}@db:5432/shop`),
  shape('mongodb+srv', alnum(16), (s) => `mongodb+srv://app:${s}@cluster0.test/shop?retryWrites=true`),
  shape('redis URL', hexOf(48), (s) => `redis://:${s}@cache:6379/0`),
  shape('amqp URL', person, (s) => `amqp://guest:${s.replace(/[#?]/g, '!')}@mq:5672/%2f`),
  shape('smtp URL', person, (s) => `smtps://ada%40test:${encodeURIComponent(s)}@mail.test:465`),
  shape('URL in Python', alnum(16), (s) => `create_engine("mysql+pymysql://root:${s}@localhost/shop")`),
  shape('websocket token', url64(32), (s) => `wss://live.test/socket?token=${s}&v=2`),
  shape('signed URL', b64(32), (s) => `https://x.blob.test/c/a?sv=2024&sig=${encodeURIComponent(s)}&se=2026`),
  shape('snowsql', person, (s) => `SNOWSQL_PWD=${s} snowsql -a acct`),
  shape('expect send', person, (s) => `expect "password:" { send "${s}\\r" }`),
  shape('net user', person, (s) => `net user ada ${s} /add`),
  shape('ansible extra vars', person, (s) => `ansible-playbook x.yml -e "db_password=${s}"`),
  shape('sudo -S', person, (s) => `echo '${s}' | sudo -S systemctl restart x`),
];

const code: readonly Shape[] = [
  shape('JS const', alnum(32), (s) => `const API_KEY = '${s}';`),
  shape('TS typed const', alnum(32), (s) => `const apiKey: string = "${s}";`),
  shape('JS comparison', person, (s) => `if (password === '${s}') return true;`),
  shape('JS default', alnum(24), (s) => `const secret = process.env.SECRET || '${s}';`),
  shape('JS nullish default', alnum(24), (s) => `const token = process.env.TOKEN ?? "${s}";`),
  shape('Python get default', alnum(24), (s) => `SECRET_KEY = os.environ.get("SECRET_KEY", "${s}")`),
  shape('Python environ', alnum(40), (s) => `os.environ["OPENAI_TOKEN"] = "${s}"`),
  shape('Python keyword', person, (s) => `conn = connect(host="db", user="app", password="${s}")`),
  shape('Python bytes', alnum(32), (s) => `SIGNING_SECRET = b"${s}"`),
  shape('Go struct', alnum(32), (s) => `cfg := Config{Token: "${s}", Retries: 3}`),
  shape('Go assign', person, (s) => `password := "${s}"`),
  shape('Java setter', person, (s) => `dataSource.setPassword("${s}");`),
  shape('Java constant', alnum(32), (s) => `private static final String API_KEY = "${s}";`),
  shape('Swift', alnum(32), (s) => `let apiSecret = "${s}"`),
  shape('Kotlin', alnum(32), (s) => `val authToken = "${s}"`),
  shape('Rust', alnum(32), (s) => `const TOKEN: &str = "${s}";`),
  shape('C define', alnum(24), (s) => `#define WIFI_PASSWORD "${s}"`),
  shape('C# property', person, (s) => `Password = "${s}",`),
  shape('template literal', url64(32), (s) => `const token = \`${s}\`;`),
  shape('header object', url64(32), (s) => `headers: { 'x-api-key': '${s}' }`),
  shape('bearer in code', url64(32), (s) => `headers: { Authorization: 'Bearer ${s}' }`),
  shape('basic auth tuple', person, (s) => `requests.get(url, auth=("ada", "${s}"))`),
  shape('Dockerfile ARG', alnum(36), (s) => `ARG NPM_TOKEN=${s}\n`),
  shape('Jenkins withEnv', alnum(24), (s) => `withEnv(['DEPLOY_KEY=${s}']) {`),
  shape('diff line', alnum(32), (s) => `-  apiKey: '${s}',\n+  apiKey: process.env.API_KEY,\n`),
  shape('numbered line', alnum(32), (s) => `    12→const stripeSecret = "${s}";\n`),
  shape('grep output', person, (s) => `config/db.php:14:    'password' => '${s}',\n`),
];

const words: readonly Shape[] = [
  shape('prose is', person, (s) => `The admin password is ${s}, please change it later.`),
  shape('prose quoted', person, (s) => `Use the password "${s}" for the staging login.`),
  shape('prose backticks', person, (s) => `The password is \`${s}\`.`),
  shape('prose for', person, (s) => `password for the staging database is ${s}`),
  shape('prose colon', person, (s) => `Login: ada\nPassword: ${s}\n`),
  shape('bold label', person, (s) => `**Password:** ${s}`),
  shape('bold label, code', alnum(32), (s) => `- **API key**: \`${s}\``),
  shape('label and blank', alnum(32), (s) => `API Key:   ${s}`),
  shape('label, next line', alnum(32), (s) => `Your new API token:\n\n    ${s}\n`),
  shape('api key without colon', alnum(32), (s) => `here's my api key ${s} use that`),
  shape('token prose', hexOf(40), (s) => `the token is ${s}`),
  shape('credentials slash', person, (s) => `credentials: admin / ${s}`),
  shape('user and password', person, (s) => `log in with user admin and password ${s}`),
  shape('password set to', person, (s) => `I set the password to ${s} for now`),
  shape('initial admin password', alnum(16), (s) => `Your initial admin password: ${s}`),
  shape('generated password line', alnum(12), (s) => `A temporary password is generated for root@localhost: ${s}`),
  shape('error output', person, (s) => `connection failed: host=db user=app password=${s} dbname=shop`),
  shape(
    'error with URL',
    person,
    (s) => `Error: connect ECONNREFUSED mysql://root:${s.replace(/[#?]/g, '!')}@127.0.0.1:3306`,
  ),
  shape('Python repr', person, (s) => `Settings(db_user='app', db_password='${s}', debug=True)`),
  shape('inspect output', alnum(32), (s) => `{ clientId: 'abc', clientSecret: '${s}' }`),
  shape('Go map print', alnum(32), (s) => `map[password:${s} user:app]`),
  shape('log key=value', alnum(24), (s) => `level=info msg=login user=ada token=${s} ms=12`),
  shape('request log cookie', url64(40), (s) => `Cookie: theme=dark; session=${s}; lang=en`),
  shape('set-cookie', url64(40), (s) => `set-cookie: sid=${s}; Path=/; HttpOnly`),
  shape('HTTP ApiKey', alnum(40), (s) => `Authorization: ApiKey ${s}`),
  shape('HTTP Digest-free token', alnum(40), (s) => `X-Auth-Token: ${s}\nAccept: */*`),
  shape('Wi-Fi', person, (s) => `wifi password: ${s}`),
  shape('German', person, (s) => `Das Passwort lautet ${s}`),
  shape(
    'PIN',
    (r) => digits(r, 6),
    (s) => `PIN: ${s}`,
  ),
  shape(
    'mnemonic',
    () => 'legal winner thank year wave sausage worth useful legal winner thank yellow',
    (s) => `mnemonic: "${s}"`,
  ),
  shape(
    'Markdown credentials table',
    person,
    (s) => `| Service | User | Password |\n|---|---|---|\n| db | app | ${s} |\n`,
  ),
  shape(
    'chat webhook',
    alnum(24),
    (s, r) => `https://hooks.slack.com/services/T${capitals(r, 8)}/B${capitals(r, 10)}/${s}`,
  ),
];

const keys: readonly Shape[] = [
  shape('PEM', body, (s) => pem(s)),
  shape('PEM quoted in mail', body, prefixed('> ')),
  shape('PEM in a comment', body, prefixed('# ')),
  shape('PEM in // comment', body, prefixed('// ')),
  shape('PEM in a block comment', body, prefixed(' * ')),
  shape('PEM in a diff', body, prefixed('+')),
  shape('PEM with line numbers', body, (s) =>
    pem(s)
      .split('\n')
      .map((line, at) => `     ${at + 1}→${line}`)
      .join('\n'),
  ),
  shape('PEM from cat -n', body, (s) =>
    pem(s)
      .split('\n')
      .map((line, at) => `     ${at + 1}\t${line}`)
      .join('\n'),
  ),
  shape('PEM from grep', body, prefixed('certs/server.txt:')),
  shape(
    'PEM in YAML',
    body,
    (s) =>
      `key: |\n${pem(s)
        .split('\n')
        .map((line) => `    ${line}`)
        .join('\n')}`,
  ),
  shape(
    'PEM as JS array',
    body,
    (s) =>
      `[\n${pem(s)
        .split('\n')
        .map((line) => `  '${line}',`)
        .join('\n')}\n].join('\\n')`,
  ),
  shape('PEM as C strings', body, (s) =>
    pem(s)
      .split('\n')
      .map((line) => `  "${line}\\n"`)
      .join('\n'),
  ),
  shape('PEM as JS sum', body, (s) =>
    pem(s)
      .split('\n')
      .map((line) => `  '${line}\\n' +`)
      .join('\n'),
  ),
  shape('PEM in JSON', body, (s) => `{"key": ${JSON.stringify(pem(s, 'EC '))}}`),
  shape('PEM in JSON in JSON', body, (s) => JSON.stringify(`{"key": ${JSON.stringify(pem(s, ''))}}`)),
  shape('PEM without END', body, (s) => pem(s).replace(/-----END.*/, '')),
  shape('OpenSSH key', body, (s) => pem(s, 'OPENSSH ')),
  shape('PGP key', body, (s) => pem(s, 'PGP ').replaceAll('KEY-', 'KEY BLOCK-')),
  shape('encrypted PEM with headers', body, (s) => pem(`Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0F1E2D\n\n${s}`)),
  shape('PuTTY key', body, (s) => `PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 6\n${s}\nPrivate-MAC: 00\n`),
  shape('PEM in a table cell', body, prefixed('| ')),
  shape('PEM in a shell heredoc', body, (s) => `cat > k <<EOF\n${pem(s)}\nEOF\n`),
  shape('PKCS#8 in one line', b64(400), (s) => `key = MIIEvQIBADANBgkqhkiG9w0BAQEFAASC${s}`),
];

const first: readonly Shape[] = [...environment, ...configuration, ...commands, ...code, ...words, ...keys];

export const shapes: readonly Shape[] = [...first, ...laterShapes];

/** Every third of the first ones was kept out of the work on the rules, and tried when that was done. */
export function groupOf(index: number): 'worked with' | 'held out' | 'written later' {
  if (index >= first.length) return 'written later';
  return index % 3 === 2 ? 'held out' : 'worked with';
}
