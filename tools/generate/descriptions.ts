import { isDeepStrictEqual } from 'node:util'
import { isFrequent } from '../../src/server/discovery/openapi/frequent.js'
import { connectionsOf } from './connections.js'
import type { Inputs } from './inputs.js'
import { componentsOf } from './kinds.js'
import { HEAD } from './names.js'
import { type Component, definitionOf, readEnumTexts } from './openapi.js'
import { parameterTexts } from './parameters.js'
import { unionsOf } from './unions.js'
import type { PerVersion } from './versions.js'

const NOTICE = `// The texts are those of the OpenAPI documents of Kubernetes: Copyright The Kubernetes Authors, Apache License 2.0
// (https://www.apache.org/licenses/LICENSE-2.0), taken over unchanged.
`

type JsonObject = { readonly [member: string]: unknown }

/** Returns the files of src/model/generated/descriptions/ by name. */
export function descriptionFiles(versions: PerVersion<Inputs>): ReadonlyMap<string, string> {
  const told = [...versions].map(([version, inputs]) => [version, textsOf(inputs)] as const)
  const columns = [...versions].map(([version, inputs]) => [version, fieldTexts(inputs)] as const)
  checkFields(columns.map(([, texts]) => texts))
  return new Map([
    // What frequent documents need, in a single file, as all of it is loaded at once.
    ['texts.ts', HEAD + NOTICE + textsFile(told.map(([version, texts]) => [version, withThose(texts, isFrequent)]))],
    [
      'further-texts.ts',
      HEAD +
        NOTICE +
        textsFile(
          told.map(([version, { components }]) => [
            version,
            withThose({ components }, (component) => !isFrequent(component)),
          ]),
        ),
    ],
    ['fields.ts', HEAD + NOTICE + fieldsFile(columns)],
  ])
}

/** Returns what there is to say, of those components that are chosen. */
function withThose(texts: JsonObject, isChosen: (component: string) => boolean): JsonObject {
  const components = texts['components'] as JsonObject // as textsOf makes them
  const chosen = Object.entries(components).filter(([component]) => isChosen(component))
  return { ...texts, components: Object.fromEntries(chosen) }
}

/** Everything there is to say in the documents of a version. */
const textsOf = (inputs: Inputs): JsonObject => ({
  components: componentTexts(inputs),
  parameters: parameterTexts(inputs),
  connections: connectionsOf(inputs),
  unions: unionsOf(inputs),
})

/** Returns the texts about components that stand in several places, such as in several versions of a kind. */
function repeatedTexts(all: readonly JsonObject[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { components = {} } of all)
    // As textsOf makes them.
    for (const texts of Object.values(components as JsonObject))
      for (const text of isMap(texts) ? Object.values(texts) : [])
        if (typeof text === 'string') counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].flatMap(([text, count]) => (count > 1 ? [text] : [])).sort()
}

/** Writes repeated texts by their numbers. */
function withNumbers(value: unknown, repeated: readonly string[]): unknown {
  const numbers = new Map(repeated.map((text, number) => [text, number]))
  const brief = (each: unknown): unknown => {
    if (isMap(each)) return Object.fromEntries(Object.entries(each).map(([name, member]) => [name, brief(member)]))
    return typeof each === 'string' ? (numbers.get(each) ?? each) : each
  }
  return brief(value)
}

type PerVersionTexts = readonly (readonly [version: string, texts: JsonObject])[]

/** Writes what there is to say: that of the first version, and how others differ. */
function textsFile(versions: PerVersionTexts): string {
  const patches = versions
    .slice(1)
    .map(([version, texts], i) => [version, changesOf(versions[i]?.[1] ?? {}, texts)] as const)
  const [first = {}] = versions.map(([, texts]) => texts)
  const repeated = repeatedTexts([first, ...patches.map(([, patch]) => patch)])
  const { components, ...others } = first
  return `
/** The texts that stand in several places here, where there are their numbers, as JSON. */
export const REPEATED = \`[
${repeated.map((text) => inTemplate(JSON.stringify(text))).join(',\n')}
]\`

/** What there is to say of each component, as JSON: of its members by their names, and of itself by the name \`\`. */
export const DESCRIPTIONS = ${jsonText(withNumbers(components, repeated))}
${Object.entries(others)
  .map(([name, texts]) => `\n${OTHERS[name]} = ${jsonText(texts)}\n`)
  .join('')}
/** What a version says otherwise than the one before, as JSON Merge Patches. */
export const CHANGES = {
${patches.map(([version, patch]) => `  '${version}': ${changesText(patch, repeated, first)},`).join('\n')}
}
`
}

const OTHERS: { readonly [name: string]: string } = {
  parameters: `/** What there is to say of each parameter, as JSON: by its name, then by the action whose words they are, \`\` for those of all others. */
export const PARAMETERS`,
  connections: `/** The paths that lead through the server to what is in a pod, or is behind a Service or on a node, as JSON. */
export const CONNECTIONS`,
  unions: `/** The \`x-kubernetes-unions\` of each component that has some, as JSON. */
export const UNIONS`,
}

/** Writes a patch: of components, and of others if the first version has any. */
function changesText(
  { components = {}, ...others }: JsonObject,
  repeated: readonly string[],
  first: JsonObject,
): string {
  const written = [`components: ${jsonText(withNumbers(components, repeated))}`]
  if (Object.keys(first).length > 1) written.push(`others: ${jsonText(others)}`)
  return `{\n${written.map((each) => `    ${each},\n`).join('')}  }`
}

/** Returns the JSON Merge Patch that makes one value of another. */
function changesOf(before: JsonObject, after: JsonObject): JsonObject {
  const gone = Object.keys(before).filter((member) => !(member in after))
  const changed = Object.entries(after).filter(([member, value]) => !isDeepStrictEqual(value, before[member]))
  const made: { [member: string]: unknown } = {}
  for (const member of gone) made[member] = null
  for (const [member, value] of changed) {
    const old = before[member]
    made[member] = isMap(value) && isMap(old) ? changesOf(old, value) : value
  }
  return made
}

const isMap = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Writes a value as JSON in a template literal, a line for each member of an object. */
function jsonText(value: unknown): string {
  const lines = isMap(value)
    ? Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`)
    : []
  return `\`{\n${lines.map(inTemplate).join(',\n')}\n}\``
}

/** Returns the descriptions of the served components and their fields. */
function componentTexts(inputs: Inputs): JsonObject {
  const { components, definitions } = inputs
  const isThere = componentsOf(inputs)
  const ofEnums = readEnumTexts(definitions)
  const texts = Object.entries(components)
    .filter(([name]) => isThere(name))
    .map(
      ([name, component]) =>
        [name, textsOfComponent(component, (member) => ofEnums.get(`${definitionOf(name)} ${member}`) ?? '')] as const,
    )
    .filter(([, texts]) => Object.keys(texts).length > 0)
  return Object.fromEntries(texts)
}

/** Returns the descriptions of a component and its fields, each with what there is to say `ofValues`. */
const textsOfComponent = (
  { description = '', properties = {} }: Component,
  ofValues: (member: string) => string,
): { readonly [member: string]: string } =>
  Object.fromEntries(
    [['', description], ...Object.entries(properties).map(([name, said]) => [name, textOf(said, ofValues(name))])]
      .filter(([, text]) => text !== '')
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  )

const textOf = ({ description = '' }: { readonly description?: string }, ofValues: string) =>
  `${description}${ofValues}`

type FieldTexts = { readonly [field: string]: string | undefined }

/** Returns the descriptions of the fields that columns of tables refer to, as a server's types have them. */
const fieldTexts = (inputs: Inputs): FieldTexts =>
  Object.fromEntries(inputs.columnFields.map((name) => [name, textOfField(inputs, name)]))

function textOfField({ components, go }: Inputs, name: string): string | undefined {
  const [, short = '', struct = '', field = ''] = /^(.+)\.([^.]+)\.([^.]+)$/.exec(name) ?? []
  return components[`${go.packages[short]}.${struct}`]?.properties?.[field]?.description
}

function checkFields(versions: readonly FieldTexts[]): void {
  for (const name of Object.keys(versions[0] ?? {}))
    if (!versions.some((texts) => texts[name]))
      throw new Error(`the documents say nothing of ${name}: is its docOf misspelt?`)
}

/** Writes the text of each field, and those of later versions that say something else. */
function fieldsFile(versions: readonly (readonly [version: string, texts: FieldTexts])[]): string {
  const lines = Object.keys(versions[0]?.[1] ?? {}).map((name) => {
    const texts = versions.flatMap(([version, texts], i) =>
      texts[name] === undefined || texts[name] === versions[i - 1]?.[1][name]
        ? []
        : [`      ['${version}', ${JSON.stringify(texts[name])}],`],
    )
    return `  '${name}': [\n${texts.join('\n')}\n  ],`
  })
  return `
/** What the API says of the fields that columns show, by struct and field, from each version on until the next. */
export const FIELD_TEXTS: { readonly [field: string]: readonly (readonly [since: string, text: string])[] } = {
${lines.join('\n')}
}
`
}

/**
 * Writes JSON into a template literal of ASCII without a backslash, which V8 reads in a third of the time of any other,
 * and in few bytes: a tab is an escaped quotation mark, a form feed a backtick, a vertical tab the beginning of most
 * names, a backspace the most frequent word, U+0001 an escaped end of a line, U+0002 any other backslash, and U+0003
 * comes before the code of any other character. JSON has none of these itself.
 */
const inTemplate = (json: string) =>
  json
    .replaceAll('`', '\f')
    .replaceAll('\\"', '\t')
    .replaceAll('io.k8s.api.', '\v')
    .replaceAll(' the ', '\b')
    .replaceAll('\\n', '\x01')
    .replaceAll('\\', '\x02')
    .replaceAll(/[^\0-\x7f]|(?<=\$)\{/g, (unit) => `\x03${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
