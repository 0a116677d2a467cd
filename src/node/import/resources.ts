import { isObject, type JsonObject } from '../../base/json.js'
import { type Remote, parsed } from './remote.js'

/** A resource that a server serves in one version. */
export type RemoteResource = {
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly kind: string
  readonly namespaced: boolean
  readonly listed: boolean
  /** Other names: the singular, and short names. */
  readonly names: readonly string[]
  readonly categories: readonly string[]
}

/** The resources of a group version, and the document that lists them (an APIResourceList, as text). */
export type GroupVersion = {
  readonly group: string
  readonly version: string
  readonly resources: readonly RemoteResource[]
  readonly document: string
}

/** Formats a group version: `batch/v1`, or `v1` for the core group. */
export const groupVersionOf = ({ group, version }: { readonly group: string; readonly version: string }): string =>
  group === '' ? version : `${group}/${version}`

/**
 * Reads all group versions of a server in its order: the core group first, and each group's preferred version first.
 *
 * @param note called for a group version that does not respond, such as one of an extension API server that is down
 * @throws ImportError if the server does not list its groups
 */
export async function readGroupVersions(
  remote: Remote,
  note: (line: string) => void,
): Promise<readonly GroupVersion[]> {
  const core = await remote.read('/api', 'list its versions')
  const { groups } = await remote.read('/apis', 'list its groups')
  const named = [
    ...textsOf(core['versions']).map((version) => ({ group: '', version })),
    ...objectsOf(groups).flatMap(versionsOf),
  ]
  const found = await Promise.all(named.map((each) => readGroupVersion(remote, each, note)))
  return found.filter((each) => each !== undefined)
}

function versionsOf({
  name,
  versions,
  preferredVersion,
}: JsonObject): readonly { readonly group: string; readonly version: string }[] {
  const best = isObject(preferredVersion) ? preferredVersion['version'] : undefined
  const all = objectsOf(versions).flatMap(({ version }) => (typeof version === 'string' ? [version] : []))
  return typeof name === 'string'
    ? all.sort((a, b) => Number(b === best) - Number(a === best)).map((version) => ({ group: name, version }))
    : []
}

async function readGroupVersion(
  remote: Remote,
  { group, version }: { readonly group: string; readonly version: string },
  note: (line: string) => void,
): Promise<GroupVersion | undefined> {
  const { status, text } = await remote.get(group === '' ? `/api/${version}` : `/apis/${group}/${version}`)
  const document = parsed(text)
  if (status !== 200 || !document) {
    note(`${groupVersionOf({ group, version })} does not answer (${status}), and is left out`)
    return undefined
  }
  const resources = objectsOf(document['resources']).flatMap((each) => resourceOf(each, group, version))
  return { group, version, resources, document: text }
}

function resourceOf(written: JsonObject, group: string, version: string): readonly RemoteResource[] {
  const { name, kind, singularName, namespaced, verbs, shortNames, categories } = written
  if (typeof name !== 'string' || typeof kind !== 'string' || name.includes('/')) return []
  return [
    {
      group,
      version,
      plural: name,
      kind,
      namespaced: namespaced === true,
      listed: textsOf(verbs).includes('list'),
      names: [...textsOf([singularName]).filter(Boolean), ...textsOf(shortNames)],
      categories: textsOf(categories),
    },
  ]
}

/** Returns the objects in a value that may be a list of objects. */
export const objectsOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
