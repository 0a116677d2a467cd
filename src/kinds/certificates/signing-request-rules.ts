import { repeatsOf } from '../../base/lists/lists.js'
import { formatDiff } from '../struct/go-formats.js'
import { GoText, goJson } from '../../base/go/printable.js'
import { type Issue, declared, duplicate, forbidden, invalid, notSupported, required } from '../../base/errors/issue.js'
import { wordingNow } from '../../base/errors/wording.js'
import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import { jsonEqual } from '../../base/json/json.js'
import type { SubresourceName } from '../../model/registry/subresource-name.js'
import type { CertificateSigningRequest } from '../../model/generated/types/certificates-v1.js'
import type { UncheckedObject } from '../struct/unchecked.js'
import { apart } from '../../base/turns/work-in-parts.js'
import { charBytes } from '../../base/bytes/utf8.js'
import { goBytes } from '../shared/go-struct.js'
import { faultOfCertificates, faultOfRequest } from './certificate-request.js'
import { validateSignerName } from './signer-name.js'

/** A CertificateSigningRequest before validation. */
export type SigningRequest = UncheckedObject<CertificateSigningRequest>
type Conditions = NonNullable<NonNullable<SigningRequest['status']>['conditions']>

const USAGES =
  'any,cert sign,client auth,code signing,content commitment,crl sign,data encipherment,decipher only,digital signature,email protection,encipher only,ipsec end system,ipsec tunnel,ipsec user,key agreement,key encipherment,microsoft sgc,netscape sgc,ocsp signing,s/mime,server auth,signing,timestamping'.split(
    ',',
  )
const LEGACY = 'kubernetes.io/legacy-unknown'
const LEAST_SECONDS = 600

const usagesOf = ({ spec }: SigningRequest): readonly string[] => spec?.usages ?? []
const conditionsOf = ({ status }: SigningRequest): Conditions => status?.conditions ?? []
const hasRepeated = (list: readonly unknown[]) => new Set(list).size < list.length

// The text takes six characters a byte.
const shownRequest = (object: SigningRequest): GoText => {
  const { request } = object.spec ?? {}
  if (typeof request !== 'string') return goBytes('[]byte', undefined)
  return apart(object, shownRequest, () => {
    const { text } = goBytes('[]byte', bytesOf(request))
    return new GoText(text, () => goJson(request))
  })
}

const bytesOf = (base64: string) => charBytes(atob(base64))

/** Validates a request. An update tolerates faults that the old object already has. */
export function validateRequest(object: SigningRequest, old?: SigningRequest): readonly Issue[] {
  const { request = '', signerName = '', expirationSeconds: seconds } = object.spec ?? {}
  const fault = apart(object, faultOfRequest, () => faultOfRequest(request ?? ''))
  return [
    ...(fault === undefined ? [] : [invalid('spec.request', shownRequest(object), fault)]),
    ...validateUsages(usagesOf(object), old ? usagesOf(old) : []),
    ...(signerName === LEGACY && old?.spec?.signerName !== LEGACY
      ? [invalid('spec.signerName', signerName, 'the legacy signerName is not allowed via this API version')]
      : validateSignerName(signerName, 'spec.signerName')),
    ...(seconds !== undefined && seconds < LEAST_SECONDS
      ? [invalid('spec.expirationSeconds', seconds, 'may not specify a duration less than 600 seconds (10 minutes)')]
      : []),
    ...validateConditions(conditionsOf(object), old ? conditionsOf(old) : []),
    ...validateCertificate(object, old),
  ]
}

function* validateUsages(usages: readonly string[], old: readonly string[]): Iterable<Issue> {
  const anyUsage = old.some((usage) => !USAGES.includes(usage))
  const repeats = repeatsOf(hasRepeated(old) ? [] : usages)
  if (usages.length === 0) yield required('spec.usages')
  yield* usages.flatMap((usage, i) =>
    anyUsage || USAGES.includes(usage) ? [] : [notSupported(`spec.usages[${i}]`, usage, USAGES)],
  )
  yield* usages.flatMap((usage, i) => (repeats(i) ? [duplicate(`spec.usages[${i}]`, usage)] : []))
}

const DECISIONS = ['Approved', 'Denied']
const ALWAYS_TRUE = [...DECISIONS, 'Failed']
const MEMBERS = DECISIONS.map((type) => `conditions[{"type": "${type}"}]`)

/** A condition that contradicts an earlier one, since 1.34 told of the list, and since 1.37 by its tags as a union. */
function contradiction(type: string, at: string): Issue {
  const field = 'status.conditions'
  const members = MEMBERS.map((member) => `\`${member}\``).join(', ')
  if (wordingNow().isDeclarative)
    return declared(invalid(field, `{${MEMBERS.join(', ')}}`, `must specify at most one of: ${members}`))
  const place = runsAtLeast('1.34') ? field : `${at}.type`
  return invalid(place, type, 'Approved and Denied conditions are mutually exclusive')
}

function validateConditions(conditions: Conditions, old: Conditions): readonly Issue[] {
  const types = conditions.map(({ type = '' }) => type)
  const before = old.map(({ type = '' }) => type)
  const anyDecision = DECISIONS.every((type) => before.includes(type))
  const firsts = new Map(DECISIONS.filter((type) => types.includes(type)).map((type) => [type, types.indexOf(type)]))
  const [repeats, knownRepeats] = [repeatsOf(types), hasRepeated(before)]
  return conditions.flatMap(({ type = '', status = '' }, i) => {
    const at = `status.conditions[${i}]`
    const statuses = ALWAYS_TRUE.includes(type) ? ['True'] : ['False', 'True', 'Unknown']
    const other = type === 'Approved' ? 'Denied' : 'Approved'
    const contradicts = DECISIONS.includes(type) && (firsts.get(other) ?? i) < i
    return [
      ...(type || before.includes('') ? [] : [required(`${at}.type`)]),
      ...(status
        ? statuses.includes(status)
          ? []
          : [notSupported(`${at}.status`, status, statuses)]
        : [required(`${at}.status`)]),
      ...(contradicts && !anyDecision ? [contradiction(type, at)] : []),
      ...(repeats(i) && !knownRepeats ? [duplicate(`${at}.type`, type)] : []),
    ]
  })
}

function validateCertificate({ status }: SigningRequest, old: SigningRequest | undefined): readonly Issue[] {
  const certificate = status?.certificate
  const before = old?.status?.certificate
  if (!certificate || (old && certificate === before)) return []
  if (before && faultOfCertificates(before) !== undefined) return []
  const fault = faultOfCertificates(certificate)
  return fault === undefined ? [] : [invalid('status.certificate', '<certificate data>', fault)]
}

/**
 * Validates an update: decisions are made through `approval`, certificates are issued through the status, and neither
 * is taken back.
 */
export function validateChange(next: SigningRequest, old: SigningRequest, by: SubresourceName): readonly Issue[] {
  const ofType = (object: SigningRequest, wanted: string) => conditionsOf(object).filter(({ type }) => type === wanted)
  const field = 'status.conditions'
  return [
    ...ALWAYS_TRUE.filter((type) => ofType(next, type).length < ofType(old, type).length).map((type) =>
      forbidden(field, `updates may not remove a condition of type "${type}"`),
    ),
    ...DECISIONS.flatMap((type) => {
      const [now, before] = [ofType(next, type), ofType(old, type)]
      if (by === 'approval' || now.length < before.length) return []
      if (now.length > before.length) return [forbidden(field, `updates may not add a condition of type "${type}"`)]
      if (jsonEqual(now, before)) return []
      const difference = formatDiff('[]certificates.CertificateSigningRequestCondition', before, now)
      return [forbidden(field, `updates may not modify a condition of type "${type}"\n${difference}`)]
    }),
    ...validateCertificateChange(next.status?.certificate ?? '', old.status?.certificate ?? '', by),
  ]
}

function validateCertificateChange(next: string, old: string, by: SubresourceName): readonly Issue[] {
  if (next === old) return []
  if (by !== 'status') return [forbidden('status.certificate', 'updates may not set certificate content')]
  return old ? [forbidden('status.certificate', 'updates may not modify existing certificate content')] : []
}
