import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { release } from 'node:os';

/**
 * Whether another user of this machine holds the other end of a connection, or nobody any more. Only Linux has a table of that; elsewhere,
 * and where the table is not kept, the token alone decides. Root is let in: its processes forward ports, and it could do anything anyway.
 */
export function isOfAnotherUser({ remotePort, localPort }: Pick<Socket, 'remotePort' | 'localPort'>): boolean {
  const table = process.platform === 'linux' ? readTable() : '';
  if (table === '') return false;
  // Its sender was gone before it was looked at.
  if (remotePort === undefined || localPort === undefined) return true;
  const theirs = findEnd(table, remotePort, localPort);
  // The table is read in pieces: an end that was just closed can be missing while this one still looks connected.
  if (theirs === undefined) return table.includes(LISTENING) && !isUnderWindows();
  if (theirs.inode === 0) return true;
  return theirs.user !== 0 && theirs.user !== process.getuid?.();
}

function readTable(): string {
  try {
    // A program may reach 127.0.0.1 by a socket of either family.
    return readFileSync('/proc/net/tcp', 'latin1') + readFileSync('/proc/net/tcp6', 'latin1');
  } catch {
    return '';
  }
}

/** There a browser of Windows can hold the other end, which no table here has. */
function isUnderWindows(): boolean {
  return /microsoft/i.test(release());
}

/** The kernel's way to write 127.0.0.1, alone or at the end of an address of the other family. */
const LOOPBACK = '0100007F';
/** A table with a listening socket is one that is kept. */
const LISTENING = ' 0A 00000000:00000000 ';

interface End {
  readonly user: number;
  /** 0: the socket was closed by its process. */
  readonly inode: number;
}

/** A line has: number, own address, other address, state, queues, timer, retransmissions, user, timeout, inode and more. */
function findEnd(table: string, own: number, other: number): End | undefined {
  const ends = new RegExp(`${LOOPBACK}:${hex(own)} [0-9A-F]*${LOOPBACK}:${hex(other)} (.*)`).exec(table);
  if (ends === null) return undefined;
  const [, , , , user, , inode] = (ends[1] ?? '').split(/ +/);
  return { user: Number(user), inode: Number(inode) };
}

function hex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}
