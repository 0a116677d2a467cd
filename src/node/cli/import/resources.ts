import { isObject, type JsonObject } from '../../../base/json/json.js'
import { dns1123Label, dns1123Subdomain } from '../../../base/rules/names.js'
import { mapInTurn } from './bounds.js'
import { ImportError } from './import-error.js'
import type { Remote } from './remote.js'

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

type Named = { readonly group: string; readonly version: string }

/** The resources of a group version, and the document that lists them (an APIResourceList, as text). */
export type GroupVersion = Named & {
  readonly resources: readonly RemoteResource[]
  readonly document: string
}

/** Formats a group version: `batch/v1`, or `v1` for the core group. */
export const groupVersionOf = ({ group, version }: Named): string => (group === '' ? version : `${group}/${version}`)

/**
 * Reads all group versions of a server in its order: the core group first, and each group's preferred version first.
 *
 * @param most the number of group versions that are read
 * @param note called for a group version that is left out: its name is none that a server can have, or it does not
 * respond, such as one of an extension API server that is down
 * @throws ImportError if the server does not list its groups, or lists too many
 */
export async function readGroupVersions(
  remote: Remote,
  most: number,
  note: (line: string) => void,
): Promise<readonly GroupVersion[]> {
  const core = await remote.read('/api', 'list its versions')
  const { groups } = await remote.read('/apis', 'list its groups')
  const named = [
    ...textsOf(core['versions']).map((version) => ({ group: '', version })),
    ...objectsOf(groups).flatMap(versionsOf),
  ]
  const known = [...new Map(named.map((each) => [groupVersionOf(each), each])).values()]
  if (known.length > most)
    throw new ImportError(`${remote.base} lists ${known.length} versions of groups; at most ${most} are imported.`)
  const valid = known.filter((each) => {
    if (isName(each)) return true
    note(`${groupVersionOf(each)} is left out: no group and version can have that name`)
    return false
  })
  const found = await mapInTurn(valid, (each) => readGroupVersion(remote, each, note))
  return found.filter((each) => each !== undefined)
}

/** Tells whether a group and version have names that a server can give, which are safe in paths and as file names. */
const isName = ({ group, version }: Named): boolean =>
  dns1123Label(version).length === 0 && (group === '' || dns1123Subdomain(group).length === 0)

function versionsOf({ name, versions, preferredVersion }: JsonObject): readonly Named[] {
  const best = isObject(preferredVersion) ? preferredVersion['version'] : undefined
  const all = objectsOf(versions).flatMap(({ version }) => (typeof version === 'string' ? [version] : []))
  return typeof name === 'string'
    ? all.sort((a, b) => Number(b === best) - Number(a === best)).map((version) => ({ group: name, version }))
    : []
}

async function readGroupVersion(
  remote: Remote,
  { group, version }: Named,
  note: (line: string) => void,
): Promise<GroupVersion | undefined> {
  const reply = await remote.get(group === '' ? `/api/${version}` : `/apis/${group}/${version}`)
  const { status, text, value: document } = reply
  if (status !== 200 || !document) {
    note(`${groupVersionOf({ group, version })} does not answer (${status}), and is left out`)
    return undefined
  }
  const resources = objectsOf(document['resources']).flatMap((each) => resourceOf(each, group, version))
  return { group, version, resources, document: text }
}

function resourceOf(written: JsonObject, group: string, version: string): readonly RemoteResource[] {
  const { name, kind, singularName, namespaced, verbs, shortNames, categories } = written
  if (typeof name !== 'string' || typeof kind !== 'string' || dns1123Label(name).length > 0) return []
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
