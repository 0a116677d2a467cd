import { callerError } from '../../base/check/arguments.js'
import { type Shape, must, orList } from '../../base/check/shape.js'
import { type KubernetesVersion, kubernetesVersions, newestVersion } from './kubernetes-version.js'

/** A release of Kubernetes: its version decides how a cluster behaves, its patch is only told. */
export type Release = { readonly version: KubernetesVersion; readonly patch: number }

/** What a release has that tells it from others. */
type Build = {
  readonly patch: number
  /** The compiler that it was built with. */
  readonly go: string
  /** The line of its code that makes the scheme of its types, by which errors name it. */
  readonly schemeLine: number
}

/** The newest release known of each version. */
const NEWEST = {
  '1.33': { patch: 13, go: 'go1.24.6', schemeLine: 110 },
  '1.34': { patch: 4, go: 'go1.24.12', schemeLine: 110 },
  '1.35': { patch: 4, go: 'go1.25.9', schemeLine: 111 },
  '1.36': { patch: 3, go: 'go1.26.5', schemeLine: 111 },
  '1.37': { patch: 2, go: 'go1.26.8', schemeLine: 111 },
} as const satisfies { readonly [version in KubernetesVersion]: Build }

/** Returns the newest release known of a version. */
export const newestOf = (version: KubernetesVersion): Release => ({ version, patch: NEWEST[version].patch })

/** Returns the compiler of the newest release known of a version. */
export const compilerOf = (version: KubernetesVersion): string => NEWEST[version].go

/** Returns the name of the scheme of a version's types in errors. */
export const schemeName = (version: KubernetesVersion): string =>
  `scheme "pkg/runtime/scheme.go:${NEWEST[version].schemeLine}"`

/** The release of the specification, and of Bundles that name none. */
export const oldestRelease = newestOf('1.33')

/** The newest release of the newest version. */
export const newestRelease = newestOf(newestVersion)

/** The environment variable of Node.js that names the release of clusters for which none is named. */
export const RELEASE_VARIABLE = 'FAKECLUSTER_KUBERNETES_VERSION'

/** The part of Node.js's `process` that is used here. */
type NodeProcess = { readonly env: { readonly [variable: string]: string | undefined } }

/**
 * Returns the release of clusters for which none is named: that of the environment variable, if it is set, otherwise
 * the newest.
 *
 * @throws TypeError for a variable that names none
 */
export function defaultRelease(): Release {
  const { process } = globalThis as { readonly process?: NodeProcess } // exists in Node.js
  const named = process?.env[RELEASE_VARIABLE] ?? ''
  if (named === '') return newestRelease
  const release = readRelease(named)
  if (release) return release
  throw callerError(
    `The environment variable ${RELEASE_VARIABLE} must be ${RELEASES}, not ${JSON.stringify(named)}; without it, clusters are ${newestVersion}`,
  )
}

/** Reads a release, such as `1.35.1`, or the newest of a version, such as `1.35`; both may begin with a `v`. */
export function readRelease(text: string): Release | undefined {
  const [, wanted, patch] = /^v?(1\.\d{2})(?:\.(\d{1,3}))?$/.exec(text) ?? []
  const version = kubernetesVersions.find((each) => each === wanted)
  return version && (patch === undefined ? newestOf(version) : { version, patch: Number(patch) })
}

/** Returns the name of a release, as `/version` tells it: `v1.35.4`. */
export const releaseName = ({ version, patch }: Release): string => `v${version}.${patch}`

const RELEASES = `${orList(kubernetesVersions)}, or one of these with a patch, such as "1.35.4"`

/** What a program may name a release by. */
export const releaseShape: Shape<string> = {
  check: (value, path) => (typeof value === 'string' && readRelease(value) ? [] : must(path, RELEASES, value)),
  schema: {
    type: 'string',
    pattern: `^v?(${kubernetesVersions.join('|').replaceAll('.', '[.]')})([.][0-9]{1,3})?$`,
  },
}
