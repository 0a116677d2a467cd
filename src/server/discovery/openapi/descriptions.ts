import { type JsonObject, getOwn, isObject } from '../../../base/json/json.js'
import { type KubernetesVersion, atLeast } from '../../../model/registry/kubernetes-version.js'
import type { Connection } from './connections.js'
import type { ParameterTexts } from './parameters.js'

/** The descriptions of a component: of its fields by name, and of the component itself under the empty name. */
type ComponentTexts = { readonly [member: string]: string }

/** The `x-kubernetes-unions` of components. */
export type ComponentUnions = { readonly [component: string]: readonly JsonObject[] }

/** The descriptions of the built-in kinds and of the parameters of every kind. */
export type Descriptions = {
  /** The version that says so. */
  readonly version: KubernetesVersion
  /** Returns those of a component, if there are any. */
  readonly components: (component: string) => ComponentTexts | undefined
  readonly parameters: ParameterTexts
  readonly connections: readonly Connection[]
  readonly unions: ComponentUnions
}

const loaded = new Map<KubernetesVersion, Descriptions>()

/** Loads the descriptions of a version. They are half a megabyte, and load with the first document that needs them. */
export const loadDescriptions = (version: KubernetesVersion): Descriptions | Promise<Descriptions> =>
  loaded.get(version) ?? readDescriptions(version)

/** The other texts, which are fewer, as the data is generated. */
type OtherTexts = Omit<Descriptions, 'version' | 'components' | 'connections'> & {
  readonly connections: { readonly [path: string]: Omit<Connection, 'path'> }
}

async function readDescriptions(version: KubernetesVersion): Promise<Descriptions> {
  const { DESCRIPTIONS, REPEATED, PARAMETERS, CONNECTIONS, UNIONS } =
    await import('../../../model/generated/descriptions/texts.js')
  const changes = version === '1.33' ? [] : await changesUpTo(version)
  const repeated = REPEATED.split('\n')
  // A line for each, after the opening bracket.
  const textAt = (place: number): unknown => parsed(repeated[place + 1] ?? '')
  const first: JsonObject = {
    parameters: textsIn(PARAMETERS),
    connections: textsIn(CONNECTIONS),
    unions: textsIn(UNIONS),
  }
  const { connections, ...others } = changes.reduce(
    (texts, { components: _, ...changed }) => withChanges(texts, changed),
    first,
  ) as OtherTexts // generated in this form
  const known = loaded.get(version) ?? {
    version,
    ...others,
    components: componentReader(membersIn(DESCRIPTIONS), changes, textAt),
    connections: Object.entries(connections)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, connection]) => ({ path, ...connection })),
  }
  loaded.set(version, known)
  return known
}

/** Reads the changes of all versions up to one. */
async function changesUpTo(version: KubernetesVersion): Promise<readonly JsonObject[]> {
  const { CHANGES } = await import('../../../model/generated/descriptions/changes.js')
  return Object.entries(CHANGES)
    .filter(([since]) => atLeast(version, since as KubernetesVersion)) // its keys are versions
    .map(([, changes]) => textsIn(changes))
}

/** Makes a reader of the texts of components, which are parsed when a document first has one: most have few of all. */
function componentReader(
  first: ReadonlyMap<string, string>,
  changes: readonly JsonObject[],
  textAt: (place: number) => unknown,
): Descriptions['components'] {
  const changed = changes.map(({ components = {} }) => components as JsonObject) // generated as objects
  const read = (component: string): ComponentTexts | undefined => {
    const before = first.get(component)
    const texts = changed
      .map((each) => getOwn(each, component))
      .reduce(withChange, before === undefined ? undefined : parsed(before))
    if (!isObject(texts)) return undefined
    // A number stands for a text that is repeated.
    const said = Object.entries(texts).map(([member, text]) => [member, typeof text === 'number' ? textAt(text) : text])
    return Object.fromEntries(said) as ComponentTexts // generated so
  }
  const known = new Map<string, ComponentTexts | undefined>()
  return (component) => {
    if (!known.has(component)) known.set(component, read(component))
    return known.get(component)
  }
}

/** Returns the JSON of what is generated as a raw template, where single characters stand for others. */
const unescaped = (raw: string): string =>
  raw.replaceAll('\f', '`').replaceAll('\t', '\\"').replaceAll('\v', 'io.k8s.api.').replaceAll('\b', ' the ')

/** Parses a line of what is generated as a list or an object with a line for each item or member. */
const parsed = (line: string): unknown => JSON.parse(unescaped(line.endsWith(',') ? line.slice(0, -1) : line))

const textsIn = (raw: string) => JSON.parse(unescaped(raw)) as JsonObject // generated as objects

/** Returns the members of an object with a line for each, not parsed yet. */
function membersIn(raw: string): ReadonlyMap<string, string> {
  const lines = raw.split('\n').slice(1, -1)
  return new Map(
    lines.map((line) => {
      const end = line.indexOf('":')
      return [unescaped(line.slice(1, end)), line.slice(end + 2)]
    }),
  )
}

/** Applies a JSON Merge Patch. */
function withChanges(texts: JsonObject, changes: JsonObject): JsonObject {
  const all: Record<string, unknown> = { ...texts }
  for (const [name, value] of Object.entries(changes)) {
    const changed = withChange(texts[name], value)
    if (changed === undefined) delete all[name]
    else all[name] = changed
  }
  return all
}

/** Applies what a JSON Merge Patch has for a value, if it has anything. */
const withChange = (before: unknown, change: unknown): unknown =>
  change === undefined
    ? before
    : isObject(change) && isObject(before)
      ? withChanges(before, change)
      : (change ?? undefined)
