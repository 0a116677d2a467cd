import { encodeJson } from '../../base/json/json.js'
import type { AccountTokens } from '../../model/registry/account-tokens.js'
import { isService } from './answer.js'
import { nowhere } from './plain-answers.js'
import type { Answer } from './conditional.js'

const KEYS = '/openid/v1/jwks'
const HEADERS = { 'Cache-Control': 'public, max-age=3600' }

/** The path, method and origin of a request. */
type OpenIdRequest = { readonly method: string; readonly path: string; readonly origin: string }

/**
 * Answers the OpenID documents for verifying service account tokens: the issuer and its public keys. There are none if
 * the issuer is no plain URL of HTTPS.
 *
 * @throws StatusError 404, 405
 */
export function answerOpenId(
  { method, path, origin }: OpenIdRequest,
  { issuer, keySet }: Pick<AccountTokens, 'issuer' | 'keySet'>,
): Answer {
  if (!/^https:[^?#]*$/i.test(issuer)) return nowhere
  const keys = keySet()
  if (isService(path, KEYS, method))
    return { code: 200, body: encodeJson(keys), contentType: 'application/jwk-set+json', headers: HEADERS }
  if (!isService(path, '/.well-known/openid-configuration', method)) return nowhere
  const body = {
    issuer,
    jwks_uri: `${origin}${KEYS}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(keys.keys.map(({ alg }) => alg))].sort(),
  }
  return { code: 200, body: encodeJson(body), contentType: 'application/json', headers: HEADERS }
}
