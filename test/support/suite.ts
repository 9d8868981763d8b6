import { suite } from 'uvu';

type Claim = (title: string, check: () => void | Promise<void>) => void;

/** Declares claims about a subject. Runs itself, so that no suite is forgotten, and offers neither `only` nor `before`. */
export function describe(subject: string, declare: (it: Claim) => void): void {
  const claims = suite(subject);
  declare((title, check) => {
    claims(title, async () => {
      try {
        await check();
      } catch (error) {
        // uvu skips the rest of a suite when something that is not an Error is thrown.
        throw error instanceof Error ? error : new Error(`thrown: ${String(error)}`);
      }
    });
  });
  claims.run();
}
