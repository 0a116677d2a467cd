import { type Issue, invalid, required, tooLong } from '../../base/errors/issue.js'
import { goQuote } from '../../base/go/printable.js'
import { dns1123Label, dns1123Subdomain } from '../../base/rules/names.js'
import { isLonger } from '../../base/rules/texts.js'
import type { AccessRequest } from '../../model/registry/authorizer.js'

const LONGEST_DOMAIN = 253
const LONGEST_PATH = 253 + 63 + 1

/** Validates a signer name: `domain/path` (ValidateSignerName). */
export function* validateSignerName(name: string, field: string): Iterable<Issue> {
  if (name === '') {
    yield required(field)
    return
  }
  const [domain = '', path, ...more] = name.split('/')
  if (path === undefined || more.length > 0) {
    yield invalid(field, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")
    return
  }
  const labels = domain.split('.')
  if (isLonger(domain, LONGEST_DOMAIN)) yield tooLong(field, LONGEST_DOMAIN)
  yield* firstFaults(labels, dns1123Label, domain, field)
  if (labels.length < 2) yield invalid(field, domain, 'should be a domain with at least two segments separated by dots')
  yield* firstFaults(path.split('.'), dns1123Subdomain, path, field)
  if (isLonger(path, LONGEST_PATH)) yield tooLong(field, LONGEST_PATH)
}

/** Returns the issues of the first invalid label. */
function firstFaults(
  labels: readonly string[],
  rule: (label: string) => readonly string[],
  whole: string,
  field: string,
): readonly Issue[] {
  const bad = labels.find((label) => rule(label).length > 0)
  return bad === undefined
    ? []
    : rule(bad).map((detail) => invalid(field, whole, `validating label ${goQuote(bad)}: ${detail}`))
}

const SIGNERS = { group: 'certificates.k8s.io', version: '*', resource: 'signers', subresource: '', namespace: '' }

/** Tells whether somebody may do something for a signer, or for all of its domain (IsAuthorizedForSignerName). */
export function mayForSigner(
  may: (request: AccessRequest) => boolean,
  verb: 'approve' | 'attest' | 'sign',
  signerName: string,
): boolean {
  const [domain = ''] = signerName.split('/')
  return [signerName, `${domain}/*`].some((name) => may({ ...SIGNERS, verb, name }))
}
