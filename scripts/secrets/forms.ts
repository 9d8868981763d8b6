/** A value beside a name, as people and programs write it. */
export interface Form {
  readonly name: string;
  readonly write: (value: string) => string;
}

const json = (value: string) => JSON.stringify(value);
const single = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;
const quotedInCode = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const xml = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const csv = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** Values stand as they are where the format allows it, and are escaped as it asks where it does not. */
export const forms: readonly Form[] = [
  { name: '`.env` line', write: (v) => `MODE=fast\nDB_PASSWORD=${v}\nPORT=5432\n` },
  { name: '`export`, quoted', write: (v) => `$ export STRIPE_SECRET=${single(v)} && npm start\n` },
  { name: 'YAML', write: (v) => `db:\n  host: localhost\n  password: ${v}\n  port: 5432\n` },
  { name: 'YAML, quoted', write: (v) => `db:\n  api_key: ${json(v)}\n  port: 5432\n` },
  { name: 'JSON', write: (v) => `{"user": "app", "password": ${json(v)}, "port": 5432}\n` },
  { name: 'JSON in JSON', write: (v) => json(`{"token": ${json(v)}, "port": 5432}`) },
  { name: 'INI, properties', write: (v) => `[db]\nuser = app\npassword = ${v}\nport = 5432\n` },
  { name: 'code', write: (v) => `const options = { apiKey: ${quotedInCode(v)}, retries: 3 };\n` },
  { name: 'call', write: (v) => `os.Setenv("CLIENT_SECRET", ${json(v)})\n` },
  { name: 'XML element', write: (v) => `<user>app</user>\n<password>${xml(v)}</password>\n` },
  { name: 'XML attributes', write: (v) => `<add key="DbPassword" value="${xml(v)}" />\n` },
  { name: 'name and value, YAML', write: (v) => `env:\n  - name: DB_PASSWORD\n    value: ${json(v)}\n` },
  { name: 'name and value, JSON', write: (v) => `[{"name": "API_TOKEN", "value": ${json(v)}}]\n` },
  { name: 'long flag', write: (v) => `$ deploy --env prod --token ${v} --verbose\n` },
  { name: '`mysql -p`', write: (v) => `$ mysql -h db -u root -p${v} shop\n` },
  { name: '`sshpass -p`', write: (v) => `$ sshpass -p ${v} ssh root@10.0.0.4\n` },
  { name: '`docker login -p`', write: (v) => `$ docker login -u ada -p ${v} registry.test\n` },
  { name: '`redis-cli -a`', write: (v) => `$ redis-cli -h cache -a ${v} ping\n` },
  { name: '`curl -u`', write: (v) => `$ curl -s -u ada:${v} https://api.test/v1\n` },
  { name: 'database URL', write: (v) => `postgres://app:${v}@db.internal:5432/shop\n` },
  { name: 'other URL', write: (v) => `git clone https://ada:${encodeURIComponent(v)}@git.test/shop.git\n` },
  { name: 'query', write: (v) => `GET /v1/items?access_token=${encodeURIComponent(v)}&page=2 HTTP/1.1\n` },
  { name: '`Bearer`', write: (v) => `Authorization: Bearer ${v}\n` },
  { name: 'other header', write: (v) => `curl -H ${single(`X-Api-Key: ${v}`)} https://api.test\n` },
  { name: '`Authorization: ApiKey`', write: (v) => `> Authorization: ApiKey ${v}\n` },
  { name: '"the password is"', write: (v) => `The staging password is ${v} and the user is ada.\n` },
  { name: '"API key:"', write: (v) => `Here is the API key: ${v}\nUse it for the tests.\n` },
  { name: 'CSV column', write: (v) => `User name,Password,Access\nada,${csv(v)},full\n` },
  { name: 'Markdown table', write: (v) => `| user | password |\n|---|---|\n| ada | ${v.replaceAll('|', '\\|')} |\n` },
  { name: '`.netrc`', write: (v) => `machine git.test login ada password ${v}\n` },
  { name: 'SQL', write: (v) => `CREATE USER app IDENTIFIED BY '${v.replaceAll("'", "''")}';\n` },
  { name: 'Dockerfile', write: (v) => `FROM node\nENV API_TOKEN ${v}\nRUN npm ci\n` },
];
