import {
  CONTAINER_LISTS,
  type Container,
  type Pod,
  type PodSpec,
  podStructOf,
  APP_ARMOR_CONTAINER,
  MIRROR,
  SECCOMP_CONTAINER,
  SECCOMP_POD,
} from './pod-types.js'
import { goQuote } from '../../../base/go/printable.js'
import { jsonEqual } from '../../../base/json/json.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { memberNames } from '../../../base/json/member-names.js'
import { inWireOrder } from '../../../schema/order.js'
import { type Issue, forbidden, invalid } from '../../../base/errors/issue.js'
import { descendingPath } from '../../struct/member-rules.js'
import type { Texts } from '../../../schema/object.js'
import { DELETION_COST, deletionCostOf } from '../../shared/pods.js'
import { appArmorProfile } from './security-rules.js'

const LOCALHOST = 'localhost/'

/** Validates the annotations that have a meaning for pods (ValidatePodSpecificAnnotations). */
export function* validateAnnotations(annotations: Texts = {}, spec: PodSpec, field: string): Iterable<Issue> {
  const mirror = annotations[MIRROR]
  const cost = annotations[DELETION_COST]
  const pod = annotations[SECCOMP_POD]
  const entries = Object.entries(annotations)
  const profiles = entries.filter(([key]) => key.startsWith(APP_ARMOR_CONTAINER))
  const names = new Set(
    profiles.length > 0 ? CONTAINER_LISTS.flatMap((kind) => spec[kind] ?? []).map(({ name }) => name) : [],
  )
  if (mirror !== undefined && !spec.nodeName)
    yield invalid(`${field}[${MIRROR}]`, mirror, 'must set spec.nodeName if mirror pod annotation is set')
  if (cost !== undefined && deletionCostOf(annotations) === undefined)
    yield invalid(`${field}[${DELETION_COST}]`, cost, 'must be a 32bit integer')
  if (pod !== undefined) yield* validateSeccomp(pod, `${field}.${SECCOMP_POD}`)
  yield* entries.flatMap(([key, value]) =>
    key.startsWith(SECCOMP_CONTAINER) ? validateSeccomp(value, `${field}.${key}`) : [],
  )
  yield* profiles.flatMap(([key, value]) => validateAppArmor(key, value, names, `${field}[${key}]`))
}

const RUNTIME_DEFAULTS: readonly (string | undefined)[] = ['runtime/default', 'docker/default']
const PROFILES = [...RUNTIME_DEFAULTS, 'unconfined']

const validateSeccomp = (profile: string, field: string): readonly Issue[] =>
  PROFILES.includes(profile)
    ? []
    : profile.startsWith(LOCALHOST)
      ? descendingPath(profile.slice(LOCALHOST.length), field, {})
      : [invalid(field, profile, 'must be a valid seccomp profile')]

function validateAppArmor(key: string, profile: string, names: ReadonlySet<string>, field: string): readonly Issue[] {
  const name = key.slice(APP_ARMOR_CONTAINER.length)
  const isGood = ['', 'runtime/default', 'unconfined'].includes(profile) || profile.startsWith(LOCALHOST)
  return [
    ...(names.has(name) ? [] : [invalid(field, name, 'container not found')]),
    ...(isGood ? [] : [invalid(field, profile, `invalid AppArmor profile name: ${goQuote(profile)}`)]),
  ]
}

type Profile = { readonly type: string; readonly localhostProfile?: string }
type Security = { readonly seccompProfile?: Profile; readonly appArmorProfile?: Profile }
type Secured = Container & { readonly securityContext?: Security }

const securityOf = ({ securityContext = {} }: PodSpec): Security => securityContext // ensured by the schema

/**
 * Validates that annotations agree with the fields that took their place (validateSeccompAnnotationsAndFields,
 * validateAppArmorAnnotationsAndFieldsMatchOnCreate).
 */
export function* validateProfiles(annotations: Texts = {}, spec: PodSpec, field: string): Iterable<Issue> {
  if (memberNames(annotations).length === 0) return
  const { seccompProfile, appArmorProfile: ofPod } = securityOf(spec)
  const containers = CONTAINER_LISTS.flatMap((kind) =>
    (spec[kind] ?? []).map((container: Secured, i) => [container, `${field}.${kind}[${i}].securityContext`] as const),
  )
  yield* validateMatch('seccomp', annotations[SECCOMP_POD], seccompProfile, `${field}.securityContext.seccompProfile`)
  for (const [{ name, securityContext: own }, at] of containers)
    yield* validateMatch('seccomp', annotations[SECCOMP_CONTAINER + name], own?.seccompProfile, `${at}.seccompProfile`)
  if (spec.os?.name === 'windows') return
  for (const [{ name, securityContext: own }, at] of containers) {
    const profile = own?.appArmorProfile ?? ofPod
    yield* validateMatch('apparmor', annotations[APP_ARMOR_CONTAINER + name], profile, `${at}.appArmorProfile`)
  }
}

function* validateMatch(
  what: 'seccomp' | 'apparmor',
  annotation: string | undefined,
  profile: Profile | undefined,
  field: string,
): Iterable<Issue> {
  const { type, localhostProfile } = profile ?? { type: '' }
  if (annotation === undefined || (type !== 'Localhost' && TEXTS[type] === undefined)) return
  const texts = type === 'RuntimeDefault' && what === 'seccomp' ? RUNTIME_DEFAULTS : [TEXTS[type]]
  const isAlike = type === 'Localhost' ? annotation.startsWith(LOCALHOST) : texts.includes(annotation)
  if (!isAlike) yield forbidden(`${field}.type`, `${what} type in annotation and field must match`)
  else if (type === 'Localhost' && annotation.slice(LOCALHOST.length) !== localhostProfile)
    yield forbidden(`${field}.localhostProfile`, `${what} profile in annotation and field must match`)
}

/** Validates changes of those annotations (ValidatePodSpecificAnnotationUpdates). */
export function validateAnnotationChange(next: Texts = {}, old: Texts = {}): readonly Issue[] {
  const at = (key: string) => `metadata.annotations[${key}]`
  const isFixed = (key: string) => key.startsWith(APP_ARMOR_CONTAINER) || key === MIRROR
  const what = (key: string) => (key === MIRROR ? 'mirror pod annotation' : 'AppArmor annotations')
  const gone = Object.keys(old).filter((key) => isFixed(key) && next[key] !== old[key])
  const added = Object.keys(next).filter((key) => isFixed(key) && !Object.hasOwn(old, key))
  return [
    ...gone.map((key) => forbidden(at(key), `may not remove or update ${what(key)}`)),
    ...added.map((key) => forbidden(at(key), `may not add ${what(key)}`)),
  ]
}

/**
 * Returns a new pod whose AppArmor annotations are in its fields too, with `warn` called for each annotation that no
 * field accompanies (applyAppArmorVersionSkew). Before v1.34 fields are in annotations too, for nodes and clients older
 * than the fields.
 */
export function withAppArmorProfiles(pod: Pod, warn: (text: string) => void): Pod {
  const { metadata, spec = {} } = pod
  if (spec.os?.name === 'windows') return pod
  const { annotations = {} } = metadata
  const { appArmorProfile: ofPod } = securityOf(spec)
  const told: { [key: string]: string } = {}
  // Most pods know nothing of AppArmor.
  let isToldAny = ofPod !== undefined || memberNames(annotations).some((key) => key.startsWith(APP_ARMOR_CONTAINER))
  const sync = (container: Secured): Secured => {
    isToldAny ||= container.securityContext?.appArmorProfile !== undefined
    if (!isToldAny) return container
    const key = APP_ARMOR_CONTAINER + container.name
    const profile = container.securityContext?.appArmorProfile
    const annotation = annotations[key] ?? told[key]
    if (annotation === undefined) {
      const text = runsAtLeast('1.34') ? undefined : annotationOf(profile ?? ofPod)
      if (text) told[key] = text
      return container
    }
    if (profile) return container
    const annotated = profileOf(annotation)
    if (annotated && jsonEqual(annotated, ofPod)) return container
    warn(`metadata.annotations[${key}]: ${APP_ARMOR_WARNING}`)
    return annotated ? withProfile(container, annotated) : container
  }
  const lists = CONTAINER_LISTS.flatMap((kind) => {
    const stated = spec[kind]
    const synced = stated?.map(sync)
    return synced?.some((container, i) => container !== stated?.[i]) ? [[kind, synced] as const] : []
  })
  return {
    ...pod,
    ...(Object.keys(told).length > 0 ? { metadata: { ...metadata, annotations: { ...annotations, ...told } } } : {}),
    ...(lists.length > 0 ? { spec: { ...spec, ...Object.fromEntries(lists) } } : {}),
  }
}

/** The warning of an AppArmor annotation without a field. */
export const APP_ARMOR_WARNING = 'deprecated since v1.30; use the "appArmorProfile" field instead'

const withProfile = (container: Secured, appArmorProfile: Profile): Secured =>
  inWireOrder(podStructOf('core.v1.Container'), {
    ...container,
    securityContext: inWireOrder(podStructOf('core.v1.SecurityContext'), {
      ...container.securityContext,
      appArmorProfile,
    }),
  })

const TEXTS: { readonly [type: string]: string } = { Unconfined: 'unconfined', RuntimeDefault: 'runtime/default' }

const annotationOf = (profile: Profile | undefined): string | undefined =>
  profile?.type === 'Localhost' && profile.localhostProfile !== undefined
    ? LOCALHOST + profile.localhostProfile
    : TEXTS[profile?.type ?? '']

/** Returns the profile that an annotation means; undefined if it is not a valid one. */
function profileOf(annotation: string): Profile | undefined {
  const type = Object.keys(TEXTS).find((each) => TEXTS[each] === annotation)
  if (type) return { type }
  if (!annotation.startsWith(LOCALHOST)) return undefined
  const profile = { type: 'Localhost', localhostProfile: annotation.slice(LOCALHOST.length) }
  return appArmorProfile(profile.localhostProfile, '', profile).length > 0 ? undefined : profile
}
