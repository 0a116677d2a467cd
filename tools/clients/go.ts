import { highestOf } from '../../src/base/lists/lists.js'
import type { Api, Given, Method, Type } from './api.js'
import { NOTE, comment, pascal } from './words.js'

/** Returns the source of the client in Go. */
export const goClient = ({ version, prefix, methods, structs }: Api): string =>
  [
    `// ${NOTE}`,
    'package fakecluster',
    'import "context"',
    `// Version is that of the package that this client is for.\nconst Version = "${version}"`,
    `// prefix is what the paths of control begin with.\nconst prefix = "${prefix}"`,
    ...structs.map(
      ({ name, fields }) =>
        `// ${name} is an object in replies of control.\ntype ${name} struct {\n${membersOf(
          fields.map(({ name: member, about, type }) => ({
            about,
            cells: [goName(member), goType(type), `\`json:"${member},omitempty"\``],
          })),
        )}}`,
    ),
    ...methods.flatMap((method) => [...optionsOf(method), functionOf(method)]),
  ].join('\n\n') + '\n'

type Member = { readonly about: string | undefined; readonly cells: readonly string[] }

/** Writes the members of a struct as gofmt does: in columns, which a comment interrupts. */
function membersOf(members: readonly Member[]): string {
  const blocks: Member[][] = []
  for (const member of members) {
    const last = blocks.at(-1)
    if (last && member.about === undefined) last.push(member)
    else blocks.push([member])
  }
  return blocks.map(blockOf).join('')
}

function blockOf(block: readonly Member[]): string {
  const widthOf = (column: number) => highestOf(block.map(({ cells }) => cells[column]?.length ?? 0))
  const lines = block.map(({ about, cells }) => {
    const padded = cells.map((cell, i) => (i === cells.length - 1 ? cell : cell.padEnd(widthOf(i))))
    return `${about === undefined ? '' : `${comment(about, '\t// ')}\n`}\t${padded.join(' ')}\n`
  })
  return lines.join('')
}

const goName = (name: string) =>
  pascal(name).replace(/^Api/, 'API').replace(/Id$/, 'ID').replace(/^Url$/, 'URL').replace(/^Uid$/, 'UID')

function goType(type: Type): string {
  switch (type.kind) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'bool'
    case 'integer':
      return 'int'
    case 'object':
      return 'map[string]any'
    case 'any':
      return 'any'
    case 'list':
      return `[]${goType(type.of)}`
    case 'struct':
      return type.name
  }
}

const optional = ({ fields }: Method) => fields.filter((field) => !field.isRequired)

/** The type of a field that may be left out: one whose zero value means that. */
const optionalType = (type: Type) =>
  type.kind === 'boolean' || type.kind === 'integer' ? `*${goType(type)}` : goType(type)

function optionsOf(method: Method): readonly string[] {
  const fields = optional(method)
  if (fields.length === 0) return []
  const name = pascal(method.name)
  const members = fields.map((field) => ({
    about: field.about,
    cells: [goName(field.name), optionalType(field.type)],
  }))
  return [
    `// ${name}Options are what Control.${name} may be given. What is nil or empty is left out.\ntype ${name}Options struct {\n${membersOf(members)}}`,
  ]
}

/** The name of an argument: no word of the language, and no package. */
const argument = (name: string) => (['range', 'type', 'func', 'context'].includes(name) ? `${name}Of` : name)

const value = (field: Given) => (field.isRequired ? argument(field.name) : `options.${goName(field.name)}`)

const listed = (fields: readonly Given[]) =>
  `given{${fields.map((field) => `"${field.name}": ${value(field)}`).join(', ')}}`

function functionOf(method: Method): string {
  const { name, verb, path, fields, text, reply } = method
  const args = [
    'ctx context.Context',
    ...fields.filter(({ isRequired }) => isRequired).map((field) => `${argument(field.name)} ${goType(field.type)}`),
    ...(text === undefined ? [] : ['text string']),
    ...(optional(method).length > 0 ? [`options ${pascal(name)}Options`] : []),
  ]
  const inPlace = (place: Given['place']) => fields.filter((field) => field.place === place)
  const parts = [
    `method: "${verb}"`,
    `path: "${path}"`,
    ...(['path', 'query', 'body'] as const)
      .filter((place) => inPlace(place).length > 0)
      .map((place) => `${place === 'path' ? 'inPath' : place}: ${listed(inPlace(place))}`),
    ...(text === undefined ? [] : ['text: &text']),
  ]
  const request = `request{${parts.join(', ')}}`
  const head = `${comment(`${pascal(name)}: ${method.about}${text === undefined ? '' : ` The text: ${text}.`}`, '// ')}\nfunc (c *Control) ${pascal(name)}(${args.join(', ')})`
  if (reply.kind === 'nothing') return `${head} error {\n\treturn c.ask(ctx, ${request}, nil)\n}`
  if (reply.kind === 'text')
    return `${head} (string, error) {\n\tvar reply string\n\terr := c.ask(ctx, ${request}, &reply)\n\treturn reply, err\n}`
  if (reply.kind === 'items')
    return `${head} ([]${goType(reply.of)}, error) {\n\tvar reply struct{ Items []${goType(reply.of)} }\n\terr := c.ask(ctx, ${request}, &reply)\n\treturn reply.Items, err\n}`
  return `${head} (${goType(reply.of)}, error) {\n\tvar reply ${goType(reply.of)}\n\terr := c.ask(ctx, ${request}, &reply)\n\treturn reply, err\n}`
}
