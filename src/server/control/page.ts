import { PREFIX } from './route.js'

/** Reads the inspector's page; undefined if it has not been built. */
export type ReadPage = () => Promise<string | undefined>

/**
 * Tells whether a browser asks for the page: a request for HTML at the root of the control API. A client that asks for
 * JSON gets the list of routes.
 */
export function isForPage({ method, headers }: Request, path: string): boolean {
  if (method !== 'GET' || (path !== PREFIX && path !== `${PREFIX}/`)) return false
  return /\btext\/html\b/.test(headers.get('accept') ?? '')
}

/**
 * Creates the response with the page. The page holds no data, so it needs no token; it must not be framed by other
 * pages.
 */
export const pageReply = (text: string): Response => new Response(text, { headers: HEADERS })

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}
