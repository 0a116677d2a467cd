import type { JsonObject } from '../../../base/json/json.js'
import { type StructContext, itemsOf } from '../../struct/member-rules.js'

type Texts = { readonly [member: string]: string | undefined }

/** Returns the first item of a list that has a given text; undefined if none has. */
type FirstOf = (text: string) => unknown

/** The mounts and devices of a container: the first one with each name and with each path. */
type MountPlaces = {
  readonly container: JsonObject
  readonly mountNames: FirstOf
  readonly mountPaths: FirstOf
  readonly deviceNames: FirstOf
  readonly devicePaths: FirstOf
}

/** The lookup tables of a pod: the mounts of the container last asked for, and volumes by name. */
type Mounts = { places?: MountPlaces; readonly volumes: Map<string, Texts | undefined> }

// Cached: a pod may have thousands of mounts, and each is checked against the others.
const known = new WeakMap<JsonObject, Mounts>()

/** Returns the mounts and devices of the container that a mount or device belongs to. */
export function mountPlacesOf({ root, above }: StructContext): MountPlaces {
  const mounts = mountsOf(root)
  if (mounts.places?.container !== above) mounts.places = placesIn(above)
  return mounts.places
}

/** Returns the valid volume of a name. To be called after all volumes have been validated. */
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
  if (!mounts) known.set(root, (mounts = { volumes: new Map() }))
  return mounts
}

function placesIn(container: JsonObject): MountPlaces {
  const mounts = itemsOf<Texts>(container['volumeMounts'])
  const devices = itemsOf<Texts>(container['volumeDevices'])
  return {
    container,
    mountNames: firstOf(mounts, 'name'),
    mountPaths: firstOf(mounts, 'mountPath'),
    deviceNames: firstOf(devices, 'name'),
    devicePaths: firstOf(devices, 'devicePath'),
  }
}

// A pod may have thousands of containers with a mount or two each: only long lists are worth a map.
const FEW = 8
const none: FirstOf = () => undefined

function firstOf(items: readonly Texts[], member: string): FirstOf {
  if (items.length === 0) return none
  if (items.length <= FEW) return (text) => items.find((item) => (item[member] ?? '') === text)
  const first = new Map<string, unknown>()
  for (const item of items) {
    const text = item[member] ?? ''
    if (!first.has(text)) first.set(text, item)
  }
  return (text) => first.get(text)
}
