import { encodeJson } from '../base/json.js'
import { ISSUER } from '../registry/account-tokens.js'
import type { Answer } from './conditional.js'

const KEYS = '/openid/v1/jwks'
const HEADERS = { 'Cache-Control': 'public, max-age=3600' }

/** Where somebody asks, and how. */
type OpenIdRequest = { readonly method: string; readonly path: string; readonly origin: string }

/** Answers what those who are shown tokens of service accounts check them by: who issues them, and the public key. */
export function answerOpenId({ method, path, origin }: OpenIdRequest, keySet: () => object): Answer {
  if (method !== 'GET') return { code: 405, body: '405: Method Not Allowed', headers: { Allow: 'GET' } }
  if (path === KEYS)
    return { code: 200, body: encodeJson(keySet()), contentType: 'application/jwk-set+json', headers: HEADERS }
  const body = {
    issuer: ISSUER,
    jwks_uri: `${origin}${KEYS}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
  return { code: 200, body: encodeJson(body), contentType: 'application/json', headers: HEADERS }
}
