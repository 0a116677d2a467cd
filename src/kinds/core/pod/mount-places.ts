import type { JsonObject } from '../../../base/json.js'
import { type StructContext, itemsOf } from '../../struct/member-rules.js'

type Texts = { readonly [member: string]: string | undefined }

/** Where the mounts and devices of a container are; of each name and path the first that has it. */
export type MountPlaces = {
  readonly container: JsonObject
  readonly mountNames: ReadonlyMap<string, unknown>
  readonly mountPaths: ReadonlyMap<string, unknown>
  readonly deviceNames: ReadonlyMap<string, unknown>
  readonly devicePaths: ReadonlyMap<string, unknown>
}

/** What a pod's mounts are asked about: whose each is, and which volume a name is. */
type Mounts = { readonly places: ReadonlyMap<unknown, MountPlaces>; readonly volumes: Map<string, Texts | undefined> }

// A pod may have thousands, each of which asks for the others.
const known = new WeakMap<JsonObject, Mounts>()

/** The mounts and devices of the container that a mount, or a device, is in. */
export const mountPlacesOf = ({ root }: StructContext, item: JsonObject): MountPlaces =>
  mountsOf(root).places.get(item) ?? placesIn({})

/** The volume of a name, as far as it is a good one. Asked once all volumes have been looked at. */
export function volumeOf({ root, faulty }: StructContext, name: string): Texts | undefined {
  const { volumes } = mountsOf(root)
  if (!volumes.has(name))
    volumes.set(
      name,
      itemsOf<Texts>(root['volumes']).find((volume) => volume['name'] === name && !faulty.has(volume)),
    )
  return volumes.get(name)
}

function mountsOf(root: JsonObject): Mounts {
  let mounts = known.get(root)
  if (!mounts) known.set(root, (mounts = { places: findPlaces(root), volumes: new Map() }))
  return mounts
}

function findPlaces(root: JsonObject): ReadonlyMap<unknown, MountPlaces> {
  const found = new Map<unknown, MountPlaces>()
  for (const list of ['containers', 'initContainers', 'ephemeralContainers'])
    for (const container of itemsOf(root[list])) {
      const places = placesIn(container)
      for (const member of ['volumeMounts', 'volumeDevices'])
        for (const item of itemsOf(container[member])) if (!found.has(item)) found.set(item, places)
    }
  return found
}

function placesIn(container: JsonObject): MountPlaces {
  const firsts = (list: string, member: string) => {
    const first = new Map<string, unknown>()
    for (const item of itemsOf<Texts>(container[list])) {
      const text = item[member] ?? ''
      if (!first.has(text)) first.set(text, item)
    }
    return first
  }
  return {
    container,
    mountNames: firsts('volumeMounts', 'name'),
    mountPaths: firsts('volumeMounts', 'mountPath'),
    deviceNames: firsts('volumeDevices', 'name'),
    devicePaths: firsts('volumeDevices', 'devicePath'),
  }
}
