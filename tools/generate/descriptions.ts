import type { Inputs } from './inputs.js'
import { isLoaded, packageOfComponent } from './names.js'
import { type Component, definitionOf, readEnumTexts } from './openapi.js'

/** The copyright notice of the texts. */
export const NOTICE = `// The texts are those of the OpenAPI documents of Kubernetes: Copyright The Kubernetes Authors, Apache License 2.0
// (https://www.apache.org/licenses/LICENSE-2.0), taken over unchanged.
`

/** Generates the descriptions of the served components and their fields. */
export function descriptionsTable({ components, definitions }: Inputs): string {
  const ofEnums = readEnumTexts(definitions)
  return `
/** What there is to say of each component, as JSON: of its members by their names, and of itself by the name \`\`. */
export const DESCRIPTIONS = String.raw\`{
${Object.entries(components)
  .filter(([name]) => isLoaded(packageOfComponent(name)))
  .map(
    ([name, component]) =>
      [name, textsOf(component, (member) => ofEnums.get(`${definitionOf(name)} ${member}`) ?? '')] as const,
  )
  .filter(([, texts]) => Object.keys(texts).length > 0)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, texts]) => `${JSON.stringify(name)}:${inTemplate(JSON.stringify(texts))}`)
  .join(',\n')}
}\`
`
}

/** Generates the descriptions of the fields that columns of tables refer to, as a server's types have them. */
export const fieldTexts = (inputs: Inputs): string => `
/** What the API says of the fields that columns show, by struct and field. */
export const FIELD_TEXTS: { readonly [field: string]: string } = {
${inputs.columnFields.map((name) => `  '${name}':\n    ${JSON.stringify(textOfField(inputs, name))},`).join('\n')}
}
`

function textOfField({ components, go }: Inputs, name: string): string {
  const [, short = '', struct = '', field = ''] = /^(.+)\.([^.]+)\.([^.]+)$/.exec(name) ?? []
  const text = components[`${go.packages[short]}.${struct}`]?.properties?.[field]?.description
  if (!text) throw new Error(`the documents say nothing of ${name}: is its docOf misspelt?`)
  return text
}

/** Returns the descriptions of a component and its fields, each with what there is to say `ofValues`. */
const textsOf = (
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

/** Escapes JSON for a raw template literal. */
export const inTemplate = (json: string) => json.replaceAll('`', '\\u0060').replaceAll('${', '$\\u007b')
