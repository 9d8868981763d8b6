import { randomBytes } from 'node:crypto';

type Kind = 'ses' | 'msg' | 'prt';

const TIME_LENGTH = 12;
const REST_LENGTH = 14;
const COUNT_LENGTH = 6;

/** The id of a new session: the client sorts by it, the newest first. */
export function newSessionId(now: Date): string {
  return `ses_${hex(~(BigInt(now.getTime()) * 0x1000n))}${random(REST_LENGTH)}`;
}

/** An id of a message or part at a time. */
export function idAt(kind: Kind, now: Date, count: number): string {
  return `${kind}_${hex(BigInt(now.getTime()) * 0x1000n + BigInt(count))}${random(REST_LENGTH)}`;
}

/** Gives messages and parts new ids, for the client knows each only once. The order of the ids is that of the conversation, and stays. */
export function idRenamer(): (id: string) => string {
  const mine = random(REST_LENGTH - COUNT_LENGTH);
  let count = 0;
  let time = '0'.repeat(TIME_LENGTH);
  return (id) => {
    const [, kind = 'prt', found] = /^(msg|prt)_([0-9A-Za-z]{12})/.exec(id) ?? [];
    time = found ?? time;
    count += 1;
    return `${kind}_${time}${count.toString(36).padStart(COUNT_LENGTH, '0')}${mine}`;
  };
}

function hex(time: bigint): string {
  return BigInt.asUintN(4 * TIME_LENGTH, time)
    .toString(16)
    .padStart(TIME_LENGTH, '0');
}

function random(length: number): string {
  return randomBytes(length).toString('hex').slice(0, length);
}
