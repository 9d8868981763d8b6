import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TokenHeader } from '../api.ts';

const HEADER: TokenHeader = 'git-checkpoint-token';

/** Why a request is turned away. */
export type Refusal = 'host' | 'origin' | 'token';

/** Who may talk to the server: a page that it served itself, opened by somebody who has the address with the token. `peer-user.ts` turns other users of the machine away before. */
export interface Guard {
  readonly token: string;
  refuse(request: IncomingMessage, url: URL): Refusal | undefined;
}

/**
 * The page keeps the token where only its own origin can read it, and sends it itself. A cookie would not do: browsers send it to every
 * server on this machine, whatever its port.
 */
export function makeGuard(token = randomBytes(24).toString('base64url')): Guard {
  const isToken = (text: string) => {
    const given = Buffer.from(text);
    return given.length === token.length && timingSafeEqual(given, Buffer.from(token));
  };
  return {
    token,
    refuse(request, url) {
      const { host = '', origin } = request.headers;
      // A name that resolves to this machine would let another site's page in (DNS rebinding).
      if (!OWN_HOST.test(host)) return 'host';
      if (origin === undefined ? request.method !== 'GET' : origin !== `http://${host}`) return 'origin';
      if (isAskedByOthers(request)) return 'origin';
      // The files of the page say nothing about the repository.
      if (!url.pathname.startsWith('/api/')) return undefined;
      return isToken(tokenOf(request, url)) ? undefined : 'token';
    },
  };
}

/** Any port: one that ssh forwards has another number where the browser is. */
const OWN_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;

/** Browsers say who asks; following a link is no harm. */
function isAskedByOthers({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-mode'] !== 'navigate';
}

/** Listening to events is the one request to which a page can add no header. */
function tokenOf({ headers }: IncomingMessage, url: URL): string {
  const given = url.pathname === '/api/events' ? url.searchParams.get('token') : headers[HEADER];
  return typeof given === 'string' ? given : '';
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
