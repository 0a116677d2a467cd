import type { Api, Method, Type } from './api.js'
import { NOTE, comment, pascal, snake } from './words.js'

/** Returns the source of the client in Rust: a module with a struct for each object of replies. */
export const rustClient = ({ version, prefix, methods, structs }: Api): string => `// ${NOTE}

use serde::Deserialize;
use serde_json::Value;

use crate::ask::Control;
use crate::Error;

/// The version of the package that this client is for.
pub const VERSION: &str = "${version}";

/// What the paths of control begin with.
pub(crate) const PREFIX: &str = "${prefix}";

${structs
  .map(
    ({ name, fields }) => `/// An object in replies of control.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default, rename_all = "camelCase")]
pub struct ${name} {
${fields.map((field) => `${docOf(field.about, '    ')}    pub ${rustName(field.name)}: ${rustType(field.type)},\n`).join('')}}
`,
  )
  .join('\n')}
${methods.flatMap((method) => optionsOf(method)).join('\n')}
impl Control {
${methods.map((method) => methodOf(method)).join('\n')}}
`

const KEYWORDS = ['as', 'match', 'move', 'type', 'where']

function rustName(name: string): string {
  const said = snake(name)
  return KEYWORDS.includes(said) ? `r#${said}` : said
}

function rustType(type: Type): string {
  switch (type.kind) {
    case 'string':
      return 'String'
    case 'boolean':
      return 'bool'
    case 'integer':
      return 'i64'
    case 'object':
    case 'any':
      return 'Value'
    case 'list':
      return `Vec<${rustType(type.of)}>`
    case 'struct':
      return type.name
  }
}

/** The type of an argument, and how a value of it is kept. */
function argument(type: Type, name: string): readonly [type: string, kept: string] {
  if (type.kind === 'list')
    return [`impl IntoIterator<Item = impl Into<${rustType(type.of)}>>`, `${name}.into_iter().map(Into::into).collect()`]
  return type.kind === 'string' || type.kind === 'any'
    ? [`impl Into<${rustType(type)}>`, `${name}.into()`]
    : [rustType(type), name]
}

const docOf = (about: string | undefined, indent: string) =>
  about === undefined ? '' : `${comment(about, `${indent}/// `)}\n`

const optional = ({ fields }: Method) => fields.filter((field) => !field.isRequired)

/** What may be left out of a request: a struct with a method for each. */
function optionsOf(method: Method): readonly string[] {
  const fields = optional(method)
  if (fields.length === 0) return []
  const name = `${pascal(method.name)}Options`
  const setters = fields.map((field) => {
    const said = rustName(field.name)
    const [type, kept] = argument(field.type, said)
    return `${docOf(field.about, '    ')}    pub fn ${said}(mut self, ${said}: ${type}) -> Self {
        self.${said} = Some(${kept});
        self
    }
`
  })
  return [
    `/// What [\`Control::${snake(method.name)}\`] may be given. What is not set is left out.
#[derive(Clone, Debug, Default)]
pub struct ${name} {
${fields.map((field) => `    ${rustName(field.name)}: Option<${rustType(field.type)}>,\n`).join('')}}

impl ${name} {
${setters.join('\n')}}
`,
  ]
}

function methodOf(method: Method): string {
  const { name, verb, path, fields, text, reply, about } = method
  const required = fields.filter(({ isRequired }) => isRequired)
  const args = [
    '&self',
    ...required.map((field) => `${rustName(field.name)}: ${field.type.kind === 'string' ? '&str' : rustType(field.type)}`),
    ...(text === undefined ? [] : ['text: &str']),
    ...(optional(method).length > 0 ? [`options: ${pascal(name)}Options`] : []),
  ]
  const steps = [
    ...fields.map((field) => {
      const said = rustName(field.name)
      return `.${field.place}("${field.name}", ${field.isRequired ? said : `options.${said}`})`
    }),
    ...(text === undefined ? [] : ['.content(text)']),
  ]
  const [returned, read] = replied(reply)
  const told = text === undefined ? about : `${about} The text: ${text}.`
  return `${docOf(told, '    ')}    pub async fn ${snake(name)}(${args.join(', ')}) -> Result<${returned}, Error> {
        self.request("${verb}", "${path}")${steps.join('')}${read}.await
    }
`
}

/** What a method returns, and how that is read. */
function replied(reply: Method['reply']): readonly [type: string, read: string] {
  switch (reply.kind) {
    case 'nothing':
      return ['()', '.send()']
    case 'text':
      return ['String', '.text()']
    case 'items':
      return [`Vec<${rustType(reply.of)}>`, '.items()']
    case 'value':
      return [rustType(reply.of), '.value()']
  }
}
