import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const COOKIE = 'git-checkpoint';

/** Why a request is turned away. */
export type Refusal = 'host' | 'origin' | 'token';

/** Who may talk to the server: a page that it served itself, opened by somebody who has the address with the token. */
export interface Guard {
  readonly token: string;
  refuse(request: IncomingMessage, port: number): Refusal | undefined;
  /** Turns the token of the address into a cookie, which no other page can read or send. */
  admit(response: ServerResponse, port: number): void;
  isToken(text: string | null): boolean;
}

export function makeGuard(token = randomBytes(24).toString('base64url')): Guard {
  const isToken = (text: string | null | undefined) => {
    const given = Buffer.from(text ?? '');
    return given.length === token.length && timingSafeEqual(given, Buffer.from(token));
  };
  return {
    token,
    isToken,
    refuse(request, port) {
      const { host = '', origin } = request.headers;
      // A name that resolves to this machine would let another site's page in (DNS rebinding).
      if (!OWN_HOST.test(host)) return 'host';
      if (origin === undefined ? request.method !== 'GET' : origin !== `http://${host}`) return 'origin';
      if (isAskedByOthers(request)) return 'origin';
      return isToken(cookieOf(request, port)) ? undefined : 'token';
    },
    admit(response, port) {
      response.setHeader('Set-Cookie', `${COOKIE}-${port}=${token}; HttpOnly; SameSite=Strict; Path=/`);
    },
  };
}

/** Any port: one that ssh forwards has another number where the browser is. */
const OWN_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;

/** Cookies know no ports, so a page of another server on this machine sends ours along. Browsers say who asks; following a link is no harm. */
function isAskedByOthers({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-mode'] !== 'navigate';
}

/** Cookies know no ports: two servers on one machine have one name each. */
function cookieOf({ headers }: IncomingMessage, port: number): string | undefined {
  const parts = (headers.cookie ?? '').split(';').map((part) => part.trim());
  const name = `${COOKIE}-${port}=`;
  return parts.find((part) => part.startsWith(name))?.slice(name.length);
}

/** Nothing from outside, nothing inline, no frame around it. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};
