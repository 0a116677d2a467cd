import { type JsonObject, isObject } from '../../../base/json/json.js'
import { type KubernetesVersion, atLeast } from '../../../model/registry/kubernetes-version.js'
import type { Connection } from './connections.js'
import type { ParameterTexts } from './parameters.js'

/**
 * The descriptions of a component as marked JSON, see {@link unmarked}: of its fields by name, and of the component
 * itself under the empty name.
 */
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
  const [{ DESCRIPTIONS, REPEATED, PARAMETERS, CONNECTIONS, UNIONS }, changes] = await Promise.all([
    import('../../../model/generated/descriptions/texts.js'),
    version === '1.33' ? [] : changesUpTo(version),
  ])
  const repeated = REPEATED.split('\n')
  // A line for each, after the opening bracket.
  const textAt = (place: number): string => (repeated[place + 1] ?? '').replace(/,$/, '')
  const first: JsonObject = {
    parameters: textsIn(PARAMETERS),
    connections: textsIn(CONNECTIONS),
    unions: textsIn(UNIONS),
  }
  const { connections, ...others } = changes
    .map((changed) => textsIn(changed.others))
    .reduce(withChanges, first) as OtherTexts // generated in this form
  const known = loaded.get(version) ?? {
    version,
    ...others,
    components: componentReader([DESCRIPTIONS, ...changes.map(({ components }) => components)].map(membersIn), textAt),
    connections: Object.entries(connections)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, connection]) => ({ path, ...connection })),
  }
  loaded.set(version, known)
  return known
}

/** The changes of a version, as they are generated. */
type Changes = { readonly components: string; readonly others: string }

/** Loads the changes of all versions up to one. */
async function changesUpTo(version: KubernetesVersion): Promise<readonly Changes[]> {
  const { CHANGES } = await import('../../../model/generated/descriptions/changes.js')
  return Object.entries(CHANGES)
    .filter(([since]) => atLeast(version, since as KubernetesVersion)) // its keys are versions
    .map(([, changes]) => changes)
}

/**
 * Makes a reader of the texts of components and of the changes to them, which are read when a document first has one:
 * most have few of all.
 */
function componentReader(
  told: readonly ReadonlyMap<string, string>[],
  textAt: (place: number) => string,
): Descriptions['components'] {
  const read = (component: string): ComponentTexts | undefined => {
    const marked = component.replace('io.k8s.api.', '\v')
    let texts: Record<string, string> | undefined
    for (const lines of told) {
      const line = lines.get(marked)
      if (line !== undefined) texts = line.startsWith('null') ? undefined : addTexts(texts ?? {}, line, textAt)
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
function addTexts(
  texts: Record<string, string>,
  line: string,
  textAt: (place: number) => string,
): Record<string, string> {
  // No quotation mark is within a text.
  const pieces = line.split('"')
  for (let at = 1; at < pieces.length; at += 2) {
    const { [at]: member = '', [at + 1]: value = '', [at + 2]: text = '' } = pieces
    if (value === ':') {
      texts[member] = `"${text}"`
      at += 2
    } else if (value.startsWith(':null')) delete texts[member]
    else texts[member] = textAt(parseInt(value.slice(1)))
  }
  return texts
}

const MARKS: { readonly [mark: string]: string } = {
  '\f': '`',
  '\t': '\\"',
  '\v': 'io.k8s.api.',
  '\b': ' the ',
  '\x01': '\\n',
  '\x02': '\\',
}

/**
 * Returns the JSON of what is generated, where single characters, which are in no JSON, stand for others. Documents are
 * put together of marked texts and unmarked as a whole.
 */
export const unmarked = (marked: string): string =>
  marked.replace(MARKED, (mark, code?: string) => MARKS[mark] ?? String.fromCharCode(parseInt(code ?? '', 16)))

const MARKED = /[\f\t\v\b\x01\x02]|\x03(....)/g

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
