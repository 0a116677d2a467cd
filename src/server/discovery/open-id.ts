import { encodeJson } from '../../base/json/json.js'
import { ISSUER } from '../../model/registry/account-tokens.js'
import { isService } from './answer.js'
import { nowhere } from './plain-answers.js'
import type { Answer } from './conditional.js'

const KEYS = '/openid/v1/jwks'
const HEADERS = { 'Cache-Control': 'public, max-age=3600' }

/** The path, method and origin of a request. */
type OpenIdRequest = { readonly method: string; readonly path: string; readonly origin: string }

/**
 * Answers the OpenID documents for verifying service account tokens: the issuer and its public key.
 *
 * @throws StatusError 404, 405
 */
export function answerOpenId({ method, path, origin }: OpenIdRequest, keySet: () => object): Answer {
  if (isService(path, KEYS, method))
    return { code: 200, body: encodeJson(keySet()), contentType: 'application/jwk-set+json', headers: HEADERS }
  if (!isService(path, '/.well-known/openid-configuration', method)) return nowhere
  const body = {
    issuer: ISSUER,
    jwks_uri: `${origin}${KEYS}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
  return { code: 200, body: encodeJson(body), contentType: 'application/json', headers: HEADERS }
}
