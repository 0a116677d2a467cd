import { type Issue, forbidden, invalid, notFound, notSupported, required } from '../../../base/errors/issue.js'
import type { JsonObject } from '../../../base/json/json.js'
import {
  type MemberRule,
  type Rule,
  type StructTable,
  type StructContext,
  descendingPath,
  isOneOf,
  itemsOf,
} from '../../struct/member-rules.js'

type Texts = { readonly [member: string]: string | undefined }

const listOf = (field: string) => field.replace(/\[\d+\]$/, '')

// As on the server, some issues have the path of the list instead of the mount.
const mount: Rule = (_, field, item, context) => {
  const { name = '', mountPath = '' } = item as Texts // ensured by the schema
  const { container, mountPaths, deviceNames, devicePaths } = mountPlacesOf(context)
  return [
    ...(name ? [] : [required(`${field}.name`)]),
    ...(volumeOf(context, name) ? [] : [notFound(`${field}.name`, name)]),
    ...(mountPath ? [] : [required(`${field}.mountPath`)]),
    ...(mountPaths(mountPath) !== item ? [invalid(`${field}.mountPath`, mountPath, 'must be unique')] : []),
    ...(deviceNames(name) ? [invalid(`${field}.name`, name, 'must not already exist in volumeDevices')] : []),
    ...(devicePaths(mountPath)
      ? [invalid(`${field}.mountPath`, mountPath, 'must not already exist as a path in volumeDevices')]
      : []),
    ...(PARTS.some((member) => item[member] !== undefined) ? validateParts(field, item, container) : []),
  ]
}

const PARTS = ['subPath', 'subPathExpr', 'mountPropagation', 'recursiveReadOnly']

function* validateParts(field: string, item: JsonObject, container: JsonObject): Iterable<Issue> {
  const { subPath, subPathExpr } = item as Texts // ensured by the schema
  const whole = listOf(field)
  yield* descendingPath(subPath, `${whole}.subPath`, item)
  if (subPath && subPathExpr)
    yield invalid(`${field}.subPathExpr`, subPathExpr, 'subPathExpr and subPath are mutually exclusive')
  yield* descendingPath(subPathExpr, `${whole}.subPathExpr`, item)
  yield* validatePropagation(item['mountPropagation'], `${whole}.mountPropagation`, container)
  yield* validateRecursive(item, `${whole}.recursiveReadOnly`)
}

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None']

function* validatePropagation(value: unknown, field: string, { securityContext }: JsonObject): Iterable<Issue> {
  if (value === undefined) return
  const { privileged } = (securityContext ?? {}) as { readonly privileged?: boolean } // ensured by the schema
  if (!isOneOf(PROPAGATIONS, value)) yield notSupported(field, value, PROPAGATIONS)
  if (value === 'Bidirectional' && !privileged)
    yield forbidden(field, 'Bidirectional mount propagation is available only to privileged containers')
}

function* validateRecursive(
  { recursiveReadOnly: value, readOnly, mountPropagation = 'None' }: JsonObject,
  field: string,
): Iterable<Issue> {
  if (value === undefined || value === 'Disabled') return
  if (value !== 'Enabled' && value !== 'IfPossible') {
    yield notSupported(field, value, ['Disabled', 'Enabled', 'IfPossible'])
    return
  }
  if (!readOnly) yield forbidden(field, 'may only be specified when readOnly is true')
  if (mountPropagation !== 'None')
    yield forbidden(field, 'may only be specified when mountPropagation is None or not specified')
}

const device: Rule = (_, field, item, context) => {
  const { name = '', devicePath = '' } = item as Texts // ensured by the schema
  const { mountNames, mountPaths, deviceNames, devicePaths } = mountPlacesOf(context)
  const volume = volumeOf(context, name)
  const backwards = devicePath.split('/').includes('..')
  return [
    ...(name ? [] : [required(`${field}.name`)]),
    ...(name && deviceNames(name) !== item ? [invalid(`${field}.name`, name, 'must be unique')] : []),
    ...(volume && !volume['persistentVolumeClaim'] && !volume['ephemeral']
      ? [
          invalid(
            `${field}.name`,
            name,
            'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
          ),
        ]
      : []),
    ...(volume ? [] : [notFound(`${field}.name`, name)]),
    ...(devicePath ? [] : [required(`${field}.devicePath`)]),
    ...(devicePaths(devicePath) !== item ? [invalid(`${field}.devicePath`, devicePath, 'must be unique')] : []),
    ...(backwards ? [invalid(`${field}.devicePath`, devicePath, "can not contain backsteps ('..')")] : []),
    ...(mountNames(name) ? [invalid(`${field}.name`, name, 'must not already exist in volumeMounts')] : []),
    ...(mountPaths(devicePath)
      ? [invalid(`${field}.devicePath`, devicePath, 'must not already exist as a path in volumeMounts')]
      : []),
  ]
}

const SUBPATHS = ['subPath', 'subPathExpr']

/** Rejects subpaths in mounts of an ephemeral container. */
export const wholeVolumes: MemberRule = (mounts, field) =>
  itemsOf<Texts>(mounts).flatMap((item, i) =>
    SUBPATHS.filter((member) => item[member]).map((member) =>
      forbidden(`${field}[${i}].${member}`, 'cannot be set for an Ephemeral Container'),
    ),
  )

/** The validation rules of volume mounts and devices. */
export const MOUNTS: StructTable = {
  'core.v1.VolumeDevice': { $: device },
  'core.v1.VolumeMount': { $: mount },
}

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
function mountPlacesOf({ root, above }: StructContext): MountPlaces {
  const mounts = mountsOf(root)
  if (mounts.places?.container !== above) mounts.places = placesIn(above)
  return mounts.places
}

/** Returns the valid volume of a name. To be called after all volumes have been validated. */
function volumeOf({ root, faulty }: StructContext, name: string): Texts | undefined {
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
