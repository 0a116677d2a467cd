import { goQuote } from '../../../base/go-print.js'
import { type Issue, forbidden, invalid } from '../../../base/issue.js'
import { descendingPath, itemsOf } from '../../struct/member-rules.js'
import type { Texts } from '../../shared/texts.js'
import type { PodSpec } from './pod-types.js'

const MIRROR = 'kubernetes.io/config.mirror'
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost'
const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod'
const SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/'
const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/'

const KINDS = ['initContainers', 'containers', 'ephemeralContainers'] as const

/** Validates the annotations that have a meaning for pods (ValidatePodSpecificAnnotations). */
export function validateAnnotations(annotations: Texts = {}, spec: PodSpec, field: string): readonly Issue[] {
  const mirror = annotations[MIRROR]
  const cost = annotations[DELETION_COST]
  const pod = annotations[SECCOMP_POD]
  const entries = Object.entries(annotations)
  const profiles = entries.filter(([key]) => key.startsWith(APP_ARMOR))
  const names = new Set(profiles.length > 0 ? KINDS.flatMap((kind) => spec[kind] ?? []).map(({ name }) => name) : [])
  return [
    ...(mirror !== undefined && !spec.nodeName
      ? [invalid(`${field}[${MIRROR}]`, mirror, 'must set spec.nodeName if mirror pod annotation is set')]
      : []),
    ...(cost !== undefined && !isCost(cost)
      ? [invalid(`${field}[${DELETION_COST}]`, cost, 'must be a 32bit integer')]
      : []),
    ...(pod === undefined ? [] : validateSeccomp(pod, `${field}.${SECCOMP_POD}`)),
    ...entries.flatMap(([key, value]) => (key.startsWith(SECCOMP) ? validateSeccomp(value, `${field}.${key}`) : [])),
    ...profiles.flatMap(([key, value]) => validateAppArmor(key, value, names, `${field}[${key}]`)),
  ]
}

const MOST_COST = 2 ** 31

function isCost(text: string): boolean {
  if (!/^(0|-?[1-9]\d*)$/.test(text)) return false
  const cost = Number(text)
  return cost >= -MOST_COST && cost < MOST_COST
}

const PROFILES = ['runtime/default', 'docker/default', 'unconfined']

const validateSeccomp = (profile: string, field: string): readonly Issue[] =>
  PROFILES.includes(profile)
    ? []
    : profile.startsWith('localhost/')
      ? descendingPath(profile.slice('localhost/'.length), field, {})
      : [invalid(field, profile, 'must be a valid seccomp profile')]

function validateAppArmor(key: string, profile: string, names: ReadonlySet<string>, field: string): readonly Issue[] {
  const name = key.slice(APP_ARMOR.length)
  const isGood = ['', 'runtime/default', 'unconfined'].includes(profile) || profile.startsWith('localhost/')
  return [
    ...(names.has(name) ? [] : [invalid(field, name, 'container not found')]),
    ...(isGood ? [] : [invalid(field, profile, `invalid AppArmor profile name: ${goQuote(profile)}`)]),
  ]
}

/** Validates changes of those annotations (ValidatePodSpecificAnnotationUpdates). */
export function validateAnnotationChange(next: Texts = {}, old: Texts = {}): readonly Issue[] {
  const at = (key: string) => `metadata.annotations[${key}]`
  const isFixed = (key: string) => key.startsWith(APP_ARMOR) || key === MIRROR
  const what = (key: string) => (key === MIRROR ? 'mirror pod annotation' : 'AppArmor annotations')
  const gone = Object.keys(old).filter((key) => isFixed(key) && next[key] !== old[key])
  const added = Object.keys(next).filter((key) => isFixed(key) && !Object.hasOwn(old, key))
  return [
    ...gone.map((key) => forbidden(at(key), `may not remove or update ${what(key)}`)),
    ...added.map((key) => forbidden(at(key), `may not add ${what(key)}`)),
  ]
}

type Profile = { readonly type: string; readonly localhostProfile?: string }
type Secured = { readonly name: string; readonly securityContext?: { readonly appArmorProfile?: Profile } }

/** Returns the annotations for the AppArmor profiles of containers that have none, for older nodes. */
export function appArmorAnnotations(spec: PodSpec, annotations: Texts = {}): Texts {
  if ((spec as { readonly os?: { readonly name: string } }).os?.name === 'windows') return {} // ensured by the schema
  // Ensured by the schema.
  const { appArmorProfile } = (spec.securityContext ?? {}) as NonNullable<Secured['securityContext']>
  const told: [key: string, text: string][] = []
  for (const kind of ['initContainers', 'containers'] as const)
    for (const { name, securityContext } of itemsOf<Secured>(spec[kind])) {
      const profile = securityContext?.appArmorProfile ?? appArmorProfile
      const text = profile && TEXTS[profile.type]?.(profile)
      if (text !== undefined && annotations[APP_ARMOR + name] === undefined) told.push([APP_ARMOR + name, text])
    }
  return Object.fromEntries(told)
}

const TEXTS: { readonly [type: string]: (profile: Profile) => string } = {
  Unconfined: () => 'unconfined',
  RuntimeDefault: () => 'runtime/default',
  Localhost: ({ localhostProfile = '' }) => `localhost/${localhostProfile}`,
}
