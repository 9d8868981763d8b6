import { looksGenerated } from './oddity.ts';
import { isPlaceholder } from './placeholder.ts';
import { readValue, unescaped } from './read-value.ts';
import type { SecretSpan } from './secret-span.ts';

interface ProgramFlag {
  readonly programs: string;
  /** From the dash to where the secret begins. */
  readonly flag: RegExp;
  /** A word of the command that must stand before. */
  readonly subcommand?: RegExp;
  readonly kind?: string;
}

/** Programs that take a secret behind a flag whose name does not say so. */
const known: readonly ProgramFlag[] = [
  {
    programs: 'mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlshow mysqlsh mariadb mariadb-dump mycli',
    flag: /-p(?=\S)/y,
  },
  { programs: '7z 7za 7zz rar unrar', flag: /-(?:p|hp)(?=\S)/y },
  { programs: 'sshpass', flag: /-p\s{0,2}/y },
  { programs: 'docker podman nerdctl buildah skopeo helm az oc crane', subcommand: /\slogin\b/, flag: /-p[ =]/y },
  { programs: 'mongo mongosh mongodump mongorestore mongoexport mongoimport', flag: /-p[ =]/y },
  { programs: 'redis-cli valkey-cli keydb-cli', flag: /(?:-a|--pass)[ =]/y },
  { programs: 'sqlcmd bcp snowsql isql tsql zip unzip', flag: /-P\s{0,2}/y },
  { programs: 'ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldappasswd', flag: /-w\s{0,2}/y },
  { programs: 'curl wget', flag: /(?:-u|--user|--proxy-user)[ =]{0,2}["']?[^\s:"'/\\]{1,64}:/y, kind: 'basic-auth' },
  { programs: 'http https xh', flag: /(?:-a|--auth)[ =]["']?[^\s:"'/\\]{1,64}:/y, kind: 'basic-auth' },
  { programs: 'smbclient rpcclient', flag: /(?:-U|--user)[ =]["']?[^\s%"']{1,64}%/y },
  { programs: 'openssl', flag: /-(?:pass|passin|passout|k)[ =](?:pass:)?/y },
  { programs: 'keytool jarsigner', flag: /-(?:storepass|keypass|srcstorepass|deststorepass)\s{1,4}/y },
];

const byProgram = new Map(known.flatMap((each) => each.programs.split(' ').map((program) => [program, each] as const)));
const longestFirst = [...byProgram.keys()].sort((one, other) => other.length - one.length);
const PROGRAM = new RegExp(`(?<![\\w.-])(?:${longestFirst.join('|')})(?=\\s)`, 'g');
/** What the flags of the table begin with, behind a blank. */
const FLAG = / -(?:[pPauwUk]|hp|-user|-proxy-user|-auth|-pass|storepass|keypass|srcstorepass|deststorepass)/g;
const MAX_COMMAND_LENGTH = 300;
const END_OF_COMMAND = /\n|\\n| \|\|? | && |; /;

/** Finds secrets among the arguments of programs that are known to take one. */
export function findProgramArguments(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const match of text.matchAll(FLAG)) {
    const at = match.index + 1;
    const program = programBefore(text, at);
    const span = program === undefined ? undefined : secretBehind(text, at, program);
    if (span !== undefined) spans.push(span);
  }
  return spans;
}

/** The last program of the table in the command up to here: one may start another, as in `sshpass -p x mysql -px`. */
function programBefore(text: string, at: number): ProgramFlag | undefined {
  const before = text.slice(Math.max(0, at - MAX_COMMAND_LENGTH), at);
  const last = [...before.matchAll(PROGRAM)].at(-1);
  if (last === undefined) return undefined;
  const command = before.slice(last.index);
  const program = byProgram.get(last[0]);
  if (command.search(END_OF_COMMAND) !== -1 || program?.subcommand?.test(command) === false) return undefined;
  return program;
}

function secretBehind(text: string, at: number, { flag, kind = 'flag-value' }: ProgramFlag): SecretSpan | undefined {
  flag.lastIndex = at;
  const match = flag.exec(text);
  const read = match === null ? undefined : readValue(text, at + match[0].length);
  if (read === undefined) return undefined;
  const value = unescaped(text.slice(read.start, read.end));
  const isWord = /^[a-z]{1,6}$|^[\d:]{1,5}$/.test(value) || (value.startsWith('-') && !looksGenerated(value));
  return isWord || isPlaceholder(value) ? undefined : { kind, start: read.start, end: read.end };
}
