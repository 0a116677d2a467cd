import { type Issue, invalid, required, tooLong } from '../../base/errors/issue.js'
import { goQuote } from '../../base/go/printable.js'
import { utf8Length } from '../../base/bytes/utf8.js'
import { dns1123Label, dns1123Subdomain, qualifiedName } from '../../base/rules/names.js'
import { subdomainName } from '../struct/struct-kind.js'
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

const DAY = 86_400

/** The shortest life of a certificate of a pod that may be asked for, in seconds. */
export const SHORTEST_LIFE = 3600

/** Returns the longest life of a certificate of a pod that a signer may be asked for, in seconds. */
export const longestLifeOf = (signer: string): number =>
  /^([^/]*\.)?kubernetes\.io(\/|$)/.test(signer) ? DAY : 91 * DAY

const MOST_ANNOTATIONS = 256 * 1024

/** Validates the annotations that a pod gives a signer: their keys have a domain (ValidateUserAnnotations). */
export function* validateUserAnnotations(
  annotations: { readonly [key: string]: string },
  field: string,
): Iterable<Issue> {
  const size = Object.entries(annotations).reduce((all, [key, value]) => all + utf8Length(key + value), 0)
  for (const key of Object.keys(annotations).map((each) => each.toLowerCase())) {
    const faults = key === '' ? [] : qualifiedName(key)
    if (key === '') yield required(field)
    else if (faults.length > 0) yield* faults.map((detail) => invalid(field, key, detail))
    else if (!key.includes('/')) yield invalid(field, key, 'must be a domain-prefixed key (such as "acme.io/foo")')
  }
  if (size > MOST_ANNOTATIONS) yield tooLong(field, MOST_ANNOTATIONS)
}

/** Returns the faults of the name of a ClusterTrustBundle: that of one with a signer begins with the signer's. */
export function trustBundleNameFaults(signer: string, name: string, prefix: boolean): readonly string[] {
  if (signer === '')
    return name.includes(':')
      ? ['ClusterTrustBundle without signer name must not have ":" in its name']
      : subdomainName(name, prefix)
  const first = `${signer.replaceAll('/', ':')}:`
  return name.startsWith(first)
    ? subdomainName(name.slice(first.length), prefix)
    : [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${first}`]
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
