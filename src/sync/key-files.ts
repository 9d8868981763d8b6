const STORES: readonly (readonly [kind: string, magic: string])[] = [
  ['java-keystore', 'feedfeed'],
  ['java-keystore', 'cececece'],
  ['keepass-database', '03d9a29a'],
];

/** What a DER file begins with behind the header of its outermost sequence. */
const DER: readonly (readonly [kind: string, start: string])[] = [
  ['private-key', '02010030'],
  ['private-key', '0201000281'],
  ['private-key', '0201000282'],
  ['private-key', '0201010420'],
  ['private-key', '0201010430'],
  ['private-key', '0201010442'],
  ['pkcs12', '02010330'],
];
/** A private key that a password encrypts: the algorithm comes first. */
const ENCRYPTED = Buffer.from('06092a864886f70d01050d', 'hex');

/** The kind of private key that binary bytes are as a whole: DER, PKCS #12, the stores of Java and KeePass. */
export function findKeyFile(bytes: Buffer): string | undefined {
  const store = STORES.find(([, magic]) => bytes.subarray(0, 4).toString('hex') === magic);
  if (store !== undefined) return store[0];
  const body = insideSequence(bytes);
  if (body === undefined) return undefined;
  const start = body.subarray(0, 5).toString('hex');
  const found = DER.find(([, each]) => start.startsWith(each));
  if (found !== undefined) return found[0];
  return body[0] === 0x30 && body.subarray(0, 24).includes(ENCRYPTED) ? 'private-key' : undefined;
}

/** What a DER sequence holds when it is the whole file. */
function insideSequence(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 16 || bytes[0] !== 0x30) return undefined;
  const first = bytes[1] ?? 0;
  const sizeBytes = first < 0x80 ? 0 : first - 0x80;
  if (sizeBytes > 3) return undefined;
  const size = sizeBytes === 0 ? first : bytes.readUIntBE(2, sizeBytes);
  return 2 + sizeBytes + size === bytes.length ? bytes.subarray(2 + sizeBytes) : undefined;
}
