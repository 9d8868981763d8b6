import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID: 48 bits of time and 80 random bits in 26 characters. */
export function newUid(time: Date): string {
  let bits = BigInt(`0x${randomBytes(10).toString('hex')}`) | (BigInt(Math.max(0, time.getTime())) << 80n);
  let uid = '';
  for (let at = 0; at < 26; at += 1) {
    uid = (DIGITS[Number(bits & 31n)] ?? '') + uid;
    bits >>= 5n;
  }
  return uid;
}
