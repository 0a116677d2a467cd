import { PREFIX } from './route.js'

/** The inspector's page, as text; undefined where it has not been built. */
export type ReadPage = () => Promise<string | undefined>

/**
 * Tells whether a browser asks for the page: at control's own path, for HTML. Who asks for JSON there gets the list of
 * paths.
 */
export function isForPage({ method, headers }: Request, path: string): boolean {
  if (method !== 'GET' || (path !== PREFIX && path !== `${PREFIX}/`)) return false
  return /\btext\/html\b/.test(headers.get('accept') ?? '')
}

/** The reply that is the page. It holds no data, so it needs no token; no other page may show it in a frame. */
export const pageReply = (text: string): Response => new Response(text, { headers: HEADERS })

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}
