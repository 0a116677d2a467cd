import type { JsonObject } from '../../../base/json.js'
import { type StructContext, itemsOf } from '../../struct/member-rules.js'

type Texts = { readonly [member: string]: string | undefined }

/** The first item of a list that has a text; undefined where none has. */
type FirstOf = (text: string) => unknown

/** Where the mounts and devices of a container are; of each name and path the first that has it. */
type MountPlaces = {
  readonly container: JsonObject
  readonly mountNames: FirstOf
  readonly mountPaths: FirstOf
  readonly deviceNames: FirstOf
  readonly devicePaths: FirstOf
}

/** What a pod's mounts are asked about: the places of the container last asked for, and which volume a name is. */
type Mounts = { places?: MountPlaces; readonly volumes: Map<string, Texts | undefined> }

// A pod may have thousands, each of which asks for the others.
const known = new WeakMap<JsonObject, Mounts>()

/** The mounts and devices of the container that a mount, or a device, is in. */
export function mountPlacesOf({ root, above }: StructContext): MountPlaces {
  const mounts = mountsOf(root)
  if (mounts.places?.container !== above) mounts.places = placesIn(above)
  return mounts.places
}

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

// A pod may have thousands of containers with a mount or two each: only long lists are worth a table.
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
