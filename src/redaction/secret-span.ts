/** Where a secret is; never what it is. */
export interface SecretSpan {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** One kind of secret that has a form of its own. */
export interface SecretRule {
  readonly kind: string;
  /** Text without any of these pieces is not searched. Few, and with a seldom letter first: each is looked for in every text. */
  readonly hints: readonly string[];
  /** Global; a group named `secret` narrows what is replaced. Every repetition is bounded: time stays linear. */
  readonly pattern: RegExp;
  /** The pattern ends where the secret begins: it goes to the next blank, at most so far. */
  readonly reads?: number;
  /** Says no to look-alikes. */
  readonly accepts?: (secret: string) => boolean;
}

/** Whether a token is more than a mask or a sample of one. */
export function isVaried(secret: string): boolean {
  return new Set(secret).size > 8 && !/x{6}|\*{4}|\.{3}|0{12}|EXAMPLE(?:KEY)?$/i.test(secret);
}
