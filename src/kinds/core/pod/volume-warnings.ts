import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { isEmptied } from '../../../base/json/as-given.js'
import { goQuote } from '../../../base/go/printable.js'
import { warningsOfClaimSpec } from '../persistent-volume-claim/claim-warnings.js'
import type { Amounts, PodSpec } from './pod-types.js'
import { append } from '../../../base/lists/lists.js'
import { trimEnd } from '../../../base/text/trim.js'

type Items = {
  readonly items?: readonly { readonly path: string }[]
  readonly name?: string
  readonly secretName?: string
}
type Projection = {
  readonly configMap?: Items
  readonly secret?: Items
  readonly downwardAPI?: Items
  readonly serviceAccountToken?: { readonly path: string }
  readonly clusterTrustBundle?: { readonly path: string; readonly name?: string; readonly signerName?: string }
  readonly podCertificate?: { readonly [path in (typeof CERTIFICATE_PATHS)[number][0]]?: string }
}
type Volume = {
  readonly name: string
  readonly configMap?: Items
  readonly secret?: Items
  readonly downwardAPI?: Items
  readonly projected?: { readonly sources?: readonly Projection[] | null }
  readonly ephemeral?: {
    readonly volumeClaimTemplate?: {
      readonly spec?: { readonly resources?: { readonly limits?: Amounts; readonly requests?: Amounts } }
    }
  }
}

const GONE: readonly (readonly [source: string, advice: string])[] = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
]
const CERTIFICATE_PATHS = [
  ['certificateChainPath', 'PodCertificate chain'],
  ['keyPath', 'PodCertificate key'],
  ['credentialBundlePath', 'PodCertificate credential bundle'],
] as const
const SHOWN: { readonly [source: string]: string } = { storageos: 'storageOS' }

/** Returns the warnings for the sources of volumes, and for overlapping paths in them. */
export function warningsOfVolumes({ volumes = [] }: PodSpec, field: string): readonly string[] {
  return [
    ...volumes.flatMap((volume, i) => [
      ...GONE.filter(([source]) => volume[source]).map(
        ([source, advice]) => `${field}[${i}].${SHOWN[source] ?? source}: ${advice}`,
      ),
      ...warningsOfClaimSpec(
        (volume as Volume).ephemeral?.volumeClaimTemplate?.spec, // ensured by the schema
        `${field}[${i}].ephemeral.volumeClaimTemplate.spec`,
      ),
    ]),
    ...volumes.flatMap((volume) => warningsOfPaths(volume as Volume)), // ensured by the schema
  ]
}

/** Returns the warnings for the source of a PersistentVolume. */
export const warningsOfSources = (spec: { readonly [source: string]: unknown }, field: string): readonly string[] =>
  ['cephfs', 'photonPersistentDisk', 'scaleIO', 'storageos', 'glusterfs', 'rbd']
    .filter((source) => spec[source])
    .map((source) => `${field}.${SHOWN[source] ?? source}: ${GONE.find(([known]) => known === source)![1]}`)

const pathsOf = ({ items = [] }: Items, source: string): readonly Path[] => items.map(({ path }) => ({ path, source }))

function warningsOfPaths({ name, configMap, secret, downwardAPI, projected }: Volume): readonly string[] {
  const warn = (what: string, paths: Iterable<Path>) =>
    overlapsOf(paths).map((text) => `volume ${goQuote(name)} (${what}): overlapping paths: ${text}`)
  const sources = projected?.sources ?? []
  return [
    ...(configMap ? warn(`ConfigMap ${goQuote(configMap.name ?? '')}`, pathsOf(configMap, '')) : []),
    ...(secret ? warn(`Secret ${goQuote(secret.secretName ?? '')}`, pathsOf(secret, '')) : []),
    ...(downwardAPI ? warn('DownwardAPI', pathsOf(downwardAPI, '')) : []),
    ...sources
      .filter((source) => Object.keys(source).length === 0)
      .map(() => `volume ${goQuote(name)} (Projected) has no sources provided`),
    ...warn('Projected', pathsOfSources(sources)),
  ]
}

/** Returns the paths of all sources. Until 1.34 a source without items has those of the previous one, as there. */
function* pathsOfSources(sources: readonly Projection[]): Iterable<Path> {
  let before: readonly Path[] = []
  for (const source of sources) {
    if (Object.keys(source).length === 0) continue
    const paths = pathsOfProjection(source) ?? before
    if (!runsAtLeast('1.34')) before = paths
    yield* paths
  }
}

const namesItems = (source: Items | undefined): source is Items =>
  source !== undefined && (source.items !== undefined || isEmptied(source, 'items'))

function pathsOfProjection({
  configMap,
  secret,
  downwardAPI,
  serviceAccountToken: token,
  clusterTrustBundle: bundle,
  podCertificate: certificate,
}: Projection): readonly Path[] | undefined {
  if (namesItems(configMap)) return pathsOf(configMap, `ConfigMap ${goQuote(configMap.name ?? '')}`)
  if (namesItems(secret)) return pathsOf(secret, `Secret ${goQuote(secret.name ?? '')}`)
  if (namesItems(downwardAPI)) return pathsOf(downwardAPI, 'DownwardAPI')
  if (token) return [{ path: token.path, source: 'ServiceAccountToken' }]
  if (bundle)
    return [{ path: bundle.path, source: `ClusterTrustBundle ${goQuote(bundle.name ?? bundle.signerName ?? '')}` }]
  return certificate && CERTIFICATE_PATHS.map(([path, source]) => ({ path: certificate[path] ?? '', source }))
}

/** A path in a volume, and the source of the file there. */
type Path = { readonly path: string; readonly source: string }

/** A path with its position in the input. */
type Met = Path & { readonly at: number }

/** A directory or file: the paths that name it, and the paths below it. */
type Folder = { readonly inner: Map<string, Folder>; readonly own: Met[]; readonly below: Met[] }

/**
 * Limits: all warnings together have some 4,000 characters, so further overlaps would never be sent; and equal overlaps
 * end the search after this many pairs.
 */
const [MOST_TOLD, MOST_PAIRS] = [500, 100_000]

/**
 * Returns the overlaps of paths that equal, contain or lie below an earlier one. Only the size of a request body limits
 * the number of paths.
 */
export function overlapsOf(given: Iterable<Path>): readonly string[] {
  const told = new Set<string>()
  const top = newFolder()
  let [at, pairs] = [0, 0]
  for (const { path, source } of given) {
    const one: Met = { path: trimEnd(path, '/'), source, at: at++ }
    if (one.path === '') continue
    for (const other of met(top, one)) {
      told.add(`${shown(one)} with ${shown(other)}`)
      if (told.size >= MOST_TOLD || ++pairs >= MOST_PAIRS) return [...told]
    }
  }
  return [...told]
}

const newFolder = (): Folder => ({ inner: new Map(), own: [], below: [] })

/** Returns the earlier paths that overlap with one, in their order, and adds it to the tree. */
function met(top: Folder, one: Met): readonly Met[] {
  const found: Met[] = []
  let folder = top
  for (const segment of one.path.split('/')) {
    if (folder !== top) {
      append(found, folder.own)
      folder.below.push(one)
    }
    let inner = folder.inner.get(segment)
    if (!inner) folder.inner.set(segment, (inner = newFolder()))
    folder = inner
  }
  append(found, folder.own)
  append(found, folder.below)
  folder.own.push(one)
  return found.length > 1 ? found.sort((a, b) => a.at - b.at) : found
}

const shown = ({ path, source }: Path) => (source ? `${goQuote(path)} (${source})` : goQuote(path))
