import type { Api, Given, Method, Type } from './api.js'
import { NOTE, comment, pascal } from './words.js'

/** Returns the source of the client in Java: a class with a record for each object of replies. */
export const javaClient = ({ version, prefix, methods, structs }: Api): string => `// ${NOTE}
package test.fakecluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** The operations of control over HTTP, one method each. */
public final class Control extends Asker {
  /** The version of the package that this client is for. */
  public static final String VERSION = "${version}";

  /** Returns the control of the server at a URL; the bearer token is null where it has none. */
  public Control(String url, String token) {
    super(url + "${prefix}", token);
  }

${methods.map((method) => methodOf(method)).join('\n\n')}

${structs
  .map(({ name, fields }) =>
    [
      docOf('An object in replies of control.', fields),
      `  public record ${name}(${fields.map((field) => `${javaType(field.type)} ${field.name}`).join(', ')}) {}`,
    ].join('\n'),
  )
  .join('\n\n')}

${methods.flatMap((method) => optionsOf(method)).join('\n\n')}
}
`

function javaType(type: Type): string {
  switch (type.kind) {
    case 'string':
      return 'String'
    case 'boolean':
      return 'boolean'
    case 'integer':
      return 'int'
    case 'object':
    case 'any':
      return 'JsonNode'
    case 'list':
      return `List<${javaType(type.of)}>`
    case 'struct':
      return type.name
  }
}

/** The type of a field of a request that may be left out, which null means. */
function optionalType(type: Type): string {
  if (type.kind === 'boolean') return 'Boolean'
  if (type.kind === 'integer') return 'Integer'
  return type.kind === 'any' ? 'Object' : javaType(type)
}

const setType = (type: Type): string => (type.kind === 'any' ? 'Object' : javaType(type))

const optional = ({ fields }: Method) => fields.filter((field) => !field.isRequired)

function docOf(about: string, told: readonly { readonly name: string; readonly about: string | undefined }[]): string {
  const params = told.flatMap(({ name, about: said }) =>
    said === undefined ? [] : [comment(`@param ${name} ${said}`, '   * ')],
  )
  const text = comment(about, '   * ')
  return `  /**\n${[text, ...(params.length === 0 ? [] : ['   *', ...params])].join('\n')}\n   */`
}

const value = (field: Given) => (field.isRequired ? field.name : `options.${field.name}`)

function methodOf(method: Method): string {
  const { name, verb, path, fields, text, reply, about } = method
  const required = fields.filter(({ isRequired }) => isRequired)
  const given = [
    ...required.map((field) => ({ ...field, declared: `${javaType(field.type)} ${field.name}` })),
    ...(text === undefined ? [] : [{ name: 'text', about: text, declared: 'String text' }]),
  ]
  const takesOptions = optional(method).length > 0
  const options = { name: 'options', about: 'the rest, as far as it is set', declared: `${pascal(name)}Options options` }
  const calls = [
    `request("${verb}", "${path}")`,
    ...fields.map((field) => `.${field.place}("${field.name}", ${value(field)})`),
    ...(text === undefined ? [] : ['.text(text)']),
  ].join('')
  const [returned, read] = replied(reply)
  const result = `${returned === 'void' ? '' : 'return '}${calls}${read}`
  const head = (all: readonly { readonly declared: string }[]) =>
    `  public ${returned} ${name}(${all.map(({ declared }) => declared).join(', ')}) {`
  const whole = takesOptions ? [...given, options] : given
  const lines = [docOf(about, whole), head(whole), `    ${result};`, '  }']
  if (!takesOptions) return lines.join('\n')
  const args = [...given.map((each) => each.name), `new ${pascal(name)}Options()`].join(', ')
  const call = `${returned === 'void' ? '' : 'return '}${name}(${args});`
  return [...lines, '', docOf(about, given), head(given), `    ${call}`, '  }'].join('\n')
}

/** What a method returns, and how that is read. */
function replied(reply: Method['reply']): readonly [type: string, read: string] {
  switch (reply.kind) {
    case 'nothing':
      return ['void', '.send()']
    case 'text':
      return ['String', '.text()']
    case 'items':
      return [`List<${javaType(reply.of)}>`, `.items(${javaType(reply.of)}.class)`]
    case 'value':
      return [javaType(reply.of), `.value(${javaType(reply.of)}.class)`]
  }
}

function optionsOf(method: Method): readonly string[] {
  const fields = optional(method)
  if (fields.length === 0) return []
  const name = `${pascal(method.name)}Options`
  const setters = fields.map(({ name: field, about, type }) => {
    const [declared, given] =
      type.kind === 'list' ? [`${javaType(type.of)}...`, `List.of(${field})`] : [setType(type), field]
    return [
      ...(about === undefined ? [] : [`    /**\n${comment(`Sets ${about}.`, '     * ')}\n     */`]),
      `    public ${name} ${field}(${declared} ${field}) {`,
      `      this.${field} = ${given};`,
      '      return this;',
      '    }',
    ].join('\n')
  })
  return [
    [
      `  /** What {@link Control#${method.name}} may be given. What is not set is left out. */`,
      `  public static final class ${name} {`,
      ...fields.map((field) => `    private ${optionalType(field.type)} ${field.name};`),
      '',
      setters.join('\n\n'),
      '  }',
    ].join('\n'),
  ]
}
