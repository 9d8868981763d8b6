import { type Shape, shape } from './shape.ts';
import { alphanumeric, base64, hex, chosenByPerson as person, withSymbols } from './values.ts';

const dashes = '-----';

/** Written by somebody who had not read the rules, to see what those miss. */
export const laterShapes: readonly Shape[] = [
  shape('helm --set', person, (s) => `helm upgrade app ./chart --set auth.rootPassword=${s},replicas=2`),
  shape('options of mount', person, (s) => `mount -t cifs //nas/x /mnt -o username=bob,password=${s},vers=3.0`),
  shape(
    'Oracle in JDBC',
    (r) => alphanumeric(r, 12),
    (s) => `jdbc:oracle:thin:scott/${s}@//db.internal:1521/ORCL`,
  ),
  shape('sqlplus', person, (s) => `sqlplus -s app/${s}@db.internal/ORCL @report.sql`),
  shape(
    'aws configure',
    (r) => base64(r, 30),
    (s) => `AWS Secret Access Key [None]: ${s}\nDefault region name [None]: \n`,
  ),
  shape(
    'Telegram in a URL',
    (r) => `AA${alphanumeric(r, 33)}`,
    (s) => `https://api.telegram.org/bot1234567890:${s}/getMe`,
  ),
  shape(
    'Twilio client',
    (r) => hex(r, 32),
    (s) => `client = Client('AC0123456789abcdef0123456789abcdef', '${s}')`,
  ),
  shape(
    'Vault unseal key',
    (r) => base64(r, 32),
    (s) => `Unseal Key 1: ${s}\n`,
  ),
  shape(
    'OpenVPN static key',
    (r) => [1, 2, 3, 4].map(() => hex(r, 32)).join('\n'),
    (s) =>
      `<tls-auth>\n${dashes}BEGIN OpenVPN Static key V1${dashes}\n${s}\n${dashes}END OpenVPN Static key V1${dashes}\n</tls-auth>`,
  ),
  shape('French', person, (s) => `mot de passe : ${s}`),
  shape('German', person, (s) => `Login: admin@example.org\nKennwort: ${s}\n`),
  shape('Spanish', person, (s) => `usuario: admin\ncontraseña: ${s}\n`),
  shape('Chinese', person, (s) => `密码：${s}\n`.replace('：', ': ')),
  shape(
    'SecureString',
    (r) => withSymbols(r, 18).replace(/["'\\`\s]/g, 'x'),
    (s) => `ConvertTo-SecureString '${s}' -AsPlainText -Force`,
  ),
  shape('Gradle signing', person, (s) => `    storePassword '${s}'\n`),
  shape(
    'Kubernetes Secret, any name',
    (r) => alphanumeric(r, 40),
    (s) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\nstringData:\n  connection: ${s}\n---\n`,
  ),
  shape(
    'signed URL',
    (r) => hex(r, 64),
    (s) => `https://b.s3.amazonaws.com/k?X-Amz-Expires=900&X-Amz-Signature=${s}`,
  ),
  shape('net use', person, (s) => `net use Z: \\\\nas\\share ${s} /user:bob`),
  shape('log in with', person, (s) => `ok log in with bob / ${s} and tell me what you see`),
];
