import { encodeJson } from '../base/json.js'
import { ISSUER } from '../registry/account-tokens.js'
import type { Answer } from './conditional.js'

const KEYS = '/openid/v1/jwks'
const HEADERS = { 'Cache-Control': 'public, max-age=3600' }

/** The path, method and origin of a request. */
type OpenIdRequest = { readonly method: string; readonly path: string; readonly origin: string }

/** Answers the OpenID documents for verifying service account tokens: the issuer and its public key. */
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
