import { mustHave } from '../../base/must-have.js'
import { type Library, type Wording, wordingNow } from '../../base/errors/wording.js'

/** The versions of Kubernetes whose API is known here, oldest first. */
export const kubernetesVersions = ['1.33', '1.34', '1.35', '1.36', '1.37'] as const

/** The newest of them, which clusters are for which none is named. */
export const newestVersion = mustHave<KubernetesVersion>(kubernetesVersions.at(-1), 'the newest version')

/** A version of Kubernetes, as in `--kubernetes-version`. */
export type KubernetesVersion = (typeof kubernetesVersions)[number]

/** A version of Kubernetes, also one that is still to come. */
type AnyVersion = `1.${number}`

/**
 * The versions in which something is there: from `since` on (default: always), and no longer in `until` (default: it
 * stays), of which servers warn since `deprecated`.
 */
export type Lifetime = {
  readonly since?: KubernetesVersion
  readonly deprecated?: AnyVersion
  readonly until?: AnyVersion
  /** Of a version of an API: the one that servers say to use instead. */
  readonly replacement?: string
}

const minorOf = (version: AnyVersion): number => Number(version.slice('1.'.length))

/** Tells whether a version is another or a later one. */
export const atLeast = (version: KubernetesVersion, other: AnyVersion): boolean => minorOf(version) >= minorOf(other)

/** Returns the version whose rules are running. */
export const runningVersion = (): KubernetesVersion => wordingNow().version as KubernetesVersion // it has been stated

/** Tells whether the version whose rules are running is another or a later one. */
export const runsAtLeast = (other: AnyVersion): boolean => minorOf(wordingNow().version) >= minorOf(other)

/** Tells whether something is there in a version. */
export const isThere = ({ since, until }: Lifetime, version: KubernetesVersion): boolean =>
  (since === undefined || atLeast(version, since)) && (until === undefined || !atLeast(version, until))

/**
 * Returns what servers of a version warn of whoever uses something that is going to be removed, and what they say to
 * use instead; undefined before.
 */
export function deprecationOf(
  what: string,
  { deprecated, until }: Lifetime,
  version: KubernetesVersion,
  instead?: string,
): string | undefined {
  if (deprecated === undefined || !atLeast(version, deprecated)) return undefined
  const removal = until === undefined ? '' : `, unavailable in v${until}+`
  return `${what} is deprecated in v${deprecated}+${removal}${instead === undefined ? '' : `; use ${instead}`}`
}

// `>34:` since 1.34, `<36:` until 1.36, `>34<36:` both.
const MARK = /^(?:>(\d+))?(?:<(\d+))?:/
const NO_MARK: { readonly 0: string; readonly 1?: string; readonly 2?: string } = ['']

/**
 * Returns those of the words or lines of a generated table that are there in a version, or in any, without their marks:
 * most have none and are there in all versions.
 */
export function thoseOf(marked: readonly string[], version?: KubernetesVersion): readonly string[] {
  const minor = version && minorOf(version)
  const there: string[] = []
  for (const each of marked) {
    const { 0: mark, 1: since, 2: until } = isMarked(each) ? (MARK.exec(each) ?? NO_MARK) : NO_MARK
    if (mark === '') there.push(each)
    else if (minor === undefined || (minor >= Number(since ?? 0) && minor < Number(until ?? Infinity)))
      there.push(each.slice(mark.length))
  }
  return there
}

const isMarked = (each: string): boolean => each.startsWith('>') || each.startsWith('<')

/** Makes a function that makes something of a version once. */
export function oncePerVersion<V>(make: (version: KubernetesVersion) => V): (version: KubernetesVersion) => V {
  const made = new Map<KubernetesVersion, { readonly value: V }>()
  return (version) => {
    let known = made.get(version)
    if (!known) made.set(version, (known = { value: make(version) }))
    return known.value
  }
}

// A library that comes with a version may be used from the next version on, so that this one can still be gone back to.
const LIBRARIES: readonly (Lifetime & { readonly name: Library })[] = [
  { name: 'semver', since: '1.34' },
  { name: 'lists', since: '1.35' },
  // Of the standard library of cel-go, which is v0.29 since v1.37.
  { name: 'durations', until: '1.37' },
  { name: 'escapes', since: '1.37' },
]

/** Returns how a version words what its rules find. */
export const wordingOf = oncePerVersion((version): Wording => ({
  version,
  labelUnit: atLeast(version, '1.35') ? 'bytes' : 'characters',
  labelKey: atLeast(version, '1.35') ? 'valid label key' : 'qualified name',
  values: atLeast(version, '1.34') ? 'json' : 'go',
  namesFields: !atLeast(version, '1.34'),
  ofBrokenRules: atLeast(version, '1.35') ? 'scalar' : 'type',
  namesEmbedded: atLeast(version, '1.35'),
  isStrictOfAddresses: atLeast(version, '1.36'),
  holdsNumbers: atLeast(version, '1.36'),
  hasNameFormats: atLeast(version, '1.35'),
  isDeclarative: atLeast(version, '1.37'),
  libraries: LIBRARIES.filter((library) => isThere(library, version)).map(({ name }) => name),
}))
