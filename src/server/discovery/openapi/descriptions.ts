import { type JsonObject, isObject } from '../../../base/json/json.js'
import { createLateLibrary } from '../../../base/turns/late-library.js'
import { type KubernetesVersion, atLeast, oncePerVersion } from '../../../model/registry/kubernetes-version.js'
import type { Connection } from './connections.js'
import { isFrequent, mayHaveTexts } from './frequent.js'
import type { ParameterTexts } from './parameters.js'
import { type Replacements, replaced } from '../../../base/text/replaced.js'

/**
 * The descriptions of a component as marked JSON, see {@link unmarked}: of its fields by name, and of the component
 * itself under the empty name.
 */
export type ComponentTexts = ReadonlyMap<string, string>

/** The `x-kubernetes-unions` of components. */
export type ComponentUnions = { readonly [component: string]: readonly JsonObject[] }

/** The descriptions of the built-in kinds and of the parameters of every kind. */
export type Descriptions = {
  /** The version that says so. */
  readonly version: KubernetesVersion
  /**
   * Returns those of a component, if there are any.
   *
   * @throws LibraryNotLoaded if it is not frequent, and the texts of all others are not loaded
   */
  readonly components: (component: string) => ComponentTexts | undefined
  readonly parameters: ParameterTexts
  readonly connections: readonly Connection[]
  readonly unions: ComponentUnions
}

const frequent = createLateLibrary<Told>(() => import('../../../model/generated/descriptions/texts.js'))
const further = createLateLibrary<ToldOfComponents>(
  () => import('../../../model/generated/descriptions/further-texts.js'),
)

/**
 * Loads the descriptions of a version, with the texts of {@link isFrequent frequent} components. They are hundreds of
 * kilobytes, and load with the first document that needs them.
 */
export function loadDescriptions(version: KubernetesVersion): Descriptions | Promise<Descriptions> {
  const loading = frequent.load()
  return loading ? loading.then(() => descriptionsOf(version)) : descriptionsOf(version)
}

/** Loads the texts of all other components; undefined if they are loaded. */
export const loadFurtherTexts = further.load

/** What there is to say of components, as it is generated: in the first version, and changes since others. */
type ToldOfComponents = {
  readonly REPEATED: string
  readonly DESCRIPTIONS: string
  readonly CHANGES: { readonly [since: string]: { readonly components: string } }
}

/** The same of frequent components, with what is said of all else. */
type Told = ToldOfComponents & {
  readonly PARAMETERS: string
  readonly CONNECTIONS: string
  readonly UNIONS: string
  readonly CHANGES: { readonly [since: string]: { readonly others: string } }
}

/** The texts of all else, as the data is generated. */
type OtherTexts = Omit<Descriptions, 'version' | 'components' | 'connections'> & {
  readonly connections: { readonly [path: string]: Omit<Connection, 'path'> }
}

const descriptionsOf = oncePerVersion((version): Descriptions => {
  const told = frequent.needed()
  const first: JsonObject = {
    parameters: textsIn(told.PARAMETERS),
    connections: textsIn(told.CONNECTIONS),
    unions: textsIn(told.UNIONS),
  }
  const { connections, ...others } = changesUpTo(version, told)
    .map((changed) => textsIn(changed.others))
    .reduce(withChanges, first) as OtherTexts // generated in this form
  const ofFrequent = componentReader(version, told)
  let ofFurther: Descriptions['components'] | undefined
  return {
    version,
    ...others,
    components(component) {
      if (isFrequent(component)) return ofFrequent(component)
      if (!mayHaveTexts(component)) return undefined
      ofFurther ??= componentReader(version, further.needed())
      return ofFurther(component)
    },
    connections: Object.entries(connections)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, connection]) => ({ path, ...connection })),
  }
})

/** Returns the changes of all versions up to one. */
const changesUpTo = <C>(
  version: KubernetesVersion,
  { CHANGES }: { readonly CHANGES: { readonly [since: string]: C } },
) =>
  Object.entries(CHANGES)
    .filter(([since]) => atLeast(version, since as KubernetesVersion)) // its keys are versions
    .map(([, changes]) => changes)

/**
 * Makes a reader of the texts of components and of the changes to them, which are read when a document first has one:
 * most have few of all.
 */
function componentReader(version: KubernetesVersion, texts: ToldOfComponents): Descriptions['components'] {
  const repeated = texts.REPEATED.split('\n')
  // A line for each, after the opening bracket.
  const textAt = (place: number): string => (repeated[place + 1] ?? '').replace(/,$/, '')
  const changes = changesUpTo(version, texts).map(({ components }) => components)
  const told = [texts.DESCRIPTIONS, ...changes].map(membersIn)
  const read = (component: string): ComponentTexts | undefined => {
    const marked = component.replace('io.k8s.api.', '\v')
    let texts: Map<string, string> | undefined
    for (const lines of told) {
      const line = lines.get(marked)
      if (line !== undefined) texts = line.startsWith('null') ? undefined : addTexts(texts ?? new Map(), line, textAt)
    }
    return texts
  }
  const known = new Map<string, ComponentTexts | undefined>()
  return (component) => {
    if (!known.has(component)) known.set(component, read(component))
    return known.get(component)
  }
}

/** Adds the texts of a line: JSON of an object in which a number stands for a text that is repeated, null for none. */
function addTexts(texts: Map<string, string>, line: string, textAt: (place: number) => string): Map<string, string> {
  // No quotation mark is within a text.
  const pieces = line.split('"')
  for (let at = 1; at < pieces.length; at += 2) {
    const { [at]: member = '', [at + 1]: value = '', [at + 2]: text = '' } = pieces
    if (value === ':') {
      texts.set(member, `"${text}"`)
      at += 2
    } else if (value.startsWith(':null')) texts.delete(member)
    else texts.set(member, textAt(parseInt(value.slice(1))))
  }
  return texts
}

/** What each mark stands for. */
const MARKS: Replacements = [
  [/\f/g, '`'],
  [/\t/g, '\\"'],
  [/\v/g, 'io.k8s.api.'],
  [/\x08/g, ' the '],
  [/\x01/g, '\\n'],
  [/\x02/g, '\\'],
]

/**
 * Returns the JSON of what is generated, where single characters, which are in no JSON, stand for others. Documents are
 * put together of marked texts and unmarked as a whole.
 */
export function unmarked(marked: string): string {
  const text = replaced(marked, MARKS)
  return text.includes(CODE) ? text.replace(CODED, (_, code: string) => String.fromCharCode(parseInt(code, 16))) : text
}

const CODE = '\x03'
const CODED = /\x03(....)/g

const textsIn = (raw: string) => JSON.parse(unmarked(raw)) as JsonObject // generated as objects

/** Returns the members of an object with a line for each by their marked names, not read yet. */
function membersIn(raw: string): ReadonlyMap<string, string> {
  const lines = raw.split('\n').slice(1, -1)
  return new Map(
    lines.map((line) => {
      const end = line.indexOf('":')
      return [line.slice(1, end), line.slice(end + 2)]
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
