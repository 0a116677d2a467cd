import type { Api, Given, Method, Type } from './api.js'
import { NOTE, comment, snake } from './words.js'

/** Returns the source of the client in Python. */
export const pythonClient = ({ version, prefix, methods, structs }: Api): string =>
  `# ${NOTE}
from __future__ import annotations

import asyncio
from typing import Any, TypedDict

from ._ask import Asker

VERSION = "${version}"
PREFIX = "${prefix}"

${structs
  .map(
    ({ name, fields }) =>
      `${name} = TypedDict(\n    "${name}",\n    {\n${fields.map((field) => `        "${field.name}": ${typeName(field.type, '"')},\n`).join('')}    },\n    total=False,\n)`,
  )
  .join('\n')}


class Control(Asker):
    """The operations of control over HTTP, one method each. What is None is left out."""

    _prefix = PREFIX

${methods.map((method) => functionOf(method)).join('\n\n')}


class AsyncControl:
    """The same for code of asyncio: each request runs in a thread of its own."""

    def __init__(self, control: Control) -> None:
        self._control = control

${methods.map((method) => asyncOf(method)).join('\n\n')}
`

function typeName(type: Type, quote = ''): string {
  switch (type.kind) {
    case 'string':
      return 'str'
    case 'boolean':
      return 'bool'
    case 'integer':
      return 'int'
    case 'object':
      return `${quote}dict[str, Any]${quote}`
    case 'any':
      return 'Any'
    case 'list':
      return `${quote}list[${typeName(type.of)}]${quote}`
    case 'struct':
      return type.name
  }
}

const WORDS = ['from', 'import', 'as', 'in', 'is', 'class', 'def']
const argument = (name: string) => (WORDS.includes(name) ? `${name}_` : snake(name))

const signature = (method: Method) =>
  [
    'self',
    ...method.fields
      .filter(({ isRequired }) => isRequired)
      .map(({ name, type }) => `${argument(name)}: ${typeName(type)}`),
    ...(method.text === undefined ? [] : ['text: str']),
    ...(method.fields.some(({ isRequired }) => !isRequired) ? ['*'] : []),
    ...method.fields
      .filter(({ isRequired }) => !isRequired)
      .map(({ name, type }) => `${argument(name)}: ${typeName(type)} | None = None`),
  ].join(', ')

function returned({ reply }: Method): string {
  if (reply.kind === 'nothing') return 'None'
  if (reply.kind === 'text') return 'str'
  return reply.kind === 'items' ? `list[${typeName(reply.of)}]` : typeName(reply.of)
}

function functionOf(method: Method): string {
  const { name, verb, path, fields, text, reply } = method
  const listed = (place: Given['place']) => {
    const found = fields.filter((field) => field.place === place)
    return found.length === 0
      ? []
      : [`${place}={${found.map((field) => `"${field.name}": ${argument(field.name)}`).join(', ')}}`]
  }
  const args = [
    `"${verb}"`,
    `"${path}"`,
    ...listed('path').map((each) => each.replace('path=', 'within=')),
    ...listed('query'),
    ...listed('body'),
    ...(text === undefined ? [] : ['text=text']),
  ]
  const call = `self._ask(${args.join(', ')})`
  const result = { nothing: call, text: `return ${call}`, items: `return ${call}["items"]`, value: `return ${call}` }
  return `    def ${snake(name)}(${signature(method)}) -> ${returned(method)}:
${docOf(method)}
        ${result[reply.kind]}`
}

function asyncOf(method: Method): string {
  const { name, fields, text } = method
  const args = [
    `self._control.${snake(name)}`,
    ...fields.filter(({ isRequired }) => isRequired).map((field) => argument(field.name)),
    ...(text === undefined ? [] : ['text']),
    ...fields.filter(({ isRequired }) => !isRequired).map((field) => `${argument(field.name)}=${argument(field.name)}`),
  ]
  return `    async def ${snake(name)}(${signature(method)}) -> ${returned(method)}:
${docOf(method)}
        return await asyncio.to_thread(${args.join(', ')})`
}

const docOf = ({ about, text, fields }: Method) => {
  const told = [
    ...(text === undefined ? [] : [comment(`text: ${text}`, '        ')]),
    ...fields.flatMap((field) =>
      field.about === undefined ? [] : [comment(`${argument(field.name)}: ${field.about}`, '        ')],
    ),
  ]
  const summary = comment(about, '        ').trimStart()
  return told.length === 0 ? `        """${summary}"""` : `        """${summary}\n\n${told.join('\n')}\n        """`
}
