import { type JsonObject, isObject } from '../../../base/json/json.js'
import { type KubernetesVersion, atLeast } from '../../../model/registry/kubernetes-version.js'
import type { Connection } from './connections.js'
import type { ParameterTexts } from './parameters.js'

/** The descriptions of components: of their fields by name, and of the component itself under the empty name. */
export type ComponentTexts = { readonly [component: string]: { readonly [member: string]: string } }

/** The `x-kubernetes-unions` of components. */
export type ComponentUnions = { readonly [component: string]: readonly JsonObject[] }

/** The descriptions of the built-in kinds and of the parameters of every kind. */
export type Descriptions = {
  /** The version that says so. */
  readonly version: KubernetesVersion
  readonly components: ComponentTexts
  readonly parameters: ParameterTexts
  readonly connections: readonly Connection[]
  readonly unions: ComponentUnions
}

const loaded = new Map<KubernetesVersion, Descriptions>()

/** Loads the descriptions of a version. They are half a megabyte, and load with the first document that needs them. */
export const loadDescriptions = (version: KubernetesVersion): Descriptions | Promise<Descriptions> =>
  loaded.get(version) ?? readDescriptions(version)

/** As the data is generated: that of the first version, which the changes of later ones are applied to. */
type Texts = Omit<Descriptions, 'version' | 'connections'> & {
  readonly connections: { readonly [path: string]: Omit<Connection, 'path'> }
}

async function readDescriptions(version: KubernetesVersion): Promise<Descriptions> {
  const { DESCRIPTIONS, REPEATED, PARAMETERS, CONNECTIONS, UNIONS } =
    await import('../../../model/generated/descriptions/texts.js')
  const repeated = JSON.parse(unescaped(REPEATED)) as readonly string[] // generated so
  const first = {
    components: textsIn(DESCRIPTIONS, repeated),
    parameters: textsIn(PARAMETERS),
    connections: textsIn(CONNECTIONS),
    unions: textsIn(UNIONS),
  }
  // Generated in this form.
  const texts = (version === '1.33' ? first : await changed(first, version, repeated)) as Texts
  const connections = Object.entries(texts.connections).sort(([a], [b]) => (a < b ? -1 : 1))
  const known = loaded.get(version) ?? {
    version,
    ...texts,
    connections: connections.map(([path, connection]) => ({ path, ...connection })),
  }
  loaded.set(version, known)
  return known
}

/** Returns the JSON of what is generated as a raw template, where single characters stand for others. */
const unescaped = (raw: string): string =>
  raw.replaceAll('\f', '`').replaceAll('\t', '\\"').replaceAll('\v', 'io.k8s.api.')

/** Reads texts, or parts of them, in which numbers stand for those that are repeated. */
const textsIn = (json: string, repeated: readonly string[] = []) =>
  // All of it is generated as objects.
  JSON.parse(unescaped(json), (_, value: unknown) =>
    typeof value === 'number' ? repeated[value] : value,
  ) as JsonObject

/** Applies the changes of all versions up to one. */
async function changed(
  first: JsonObject,
  version: KubernetesVersion,
  repeated: readonly string[],
): Promise<JsonObject> {
  const { CHANGES } = await import('../../../model/generated/descriptions/changes.js')
  return Object.entries(CHANGES)
    .filter(([since]) => atLeast(version, since as KubernetesVersion)) // its keys are versions
    .reduce((texts, [, changes]) => withChanges(texts, textsIn(changes, repeated)), first)
}

/** Applies a JSON Merge Patch. */
function withChanges(texts: JsonObject, changes: JsonObject): JsonObject {
  const changed = Object.entries(changes).map(([name, value]) => {
    const before = texts[name]
    return [name, isObject(value) && isObject(before) ? withChanges(before, value) : value]
  })
  const all = Object.entries({ ...texts, ...Object.fromEntries(changed) })
  return Object.fromEntries(all.filter(([, value]) => value !== null)) as JsonObject // without what is gone
}
