import { type Shape, must, orList } from '../../base/check/shape.js'
import { type KubernetesVersion, kubernetesVersions } from './kubernetes-version.js'

/** A release of Kubernetes: its version decides how a cluster behaves, its patch is only told. */
export type Release = { readonly version: KubernetesVersion; readonly patch: number }

const NEWEST_PATCHES = { '1.33': 13, '1.34': 4, '1.35': 4, '1.36': 3, '1.37': 2 } as const satisfies {
  readonly [version in KubernetesVersion]: number
}

/** Returns the newest release known of a version. */
export const newestOf = (version: KubernetesVersion): Release => ({ version, patch: NEWEST_PATCHES[version] })

/** The release that a cluster is, and that wrote a Bundle, where none is named. */
export const defaultRelease = newestOf('1.33')

/** Reads a release, such as `1.35.1`, or the newest of a version, such as `1.35`; both may begin with a `v`. */
export function readRelease(text: string): Release | undefined {
  const [, wanted, patch] = /^v?(1\.\d{2})(?:\.(\d{1,3}))?$/.exec(text) ?? []
  const version = kubernetesVersions.find((each) => each === wanted)
  return version && (patch === undefined ? newestOf(version) : { version, patch: Number(patch) })
}

/** Returns the name of a release, as `/version` tells it: `v1.35.4`. */
export const releaseName = ({ version, patch }: Release): string => `v${version}.${patch}`

/** What a program may name a release by. */
export const releaseShape: Shape<string> = {
  check: (value, path) =>
    typeof value === 'string' && readRelease(value)
      ? []
      : must(path, `${orList(kubernetesVersions)}, or one of these with a patch, such as "1.35.4"`, value),
  schema: {
    type: 'string',
    pattern: `^v?(${kubernetesVersions.join('|').replaceAll('.', '[.]')})([.][0-9]{1,3})?$`,
  },
}
