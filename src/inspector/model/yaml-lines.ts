import { isObject } from '../../base/json/json.js'
import { yamlKey, yamlScalar } from '../../base/yaml/write-scalar.js'
import { type FieldOwner, type OwnedNode, itemNode, memberNode } from './owned-paths.js'

/**
 * A line of YAML: its indentation, its key with the colon (after the dashes of list items), its value, and the owners
 * of the field.
 */
export type YamlLine = {
  readonly indent: number
  readonly key: string
  readonly value: string
  readonly type: 'text' | 'number' | 'word' | 'none'
  readonly owners: readonly FieldOwner[]
}

const NOBODY: readonly FieldOwner[] = []

type Writer = { readonly lines: YamlLine[]; lead: string; leadIndent: number }

/** Formats a value as lines of YAML, as kube-apiserver does: keys sorted, lists at the indentation of their key. */
export function yamlLines(value: unknown, owned?: OwnedNode): readonly YamlLine[] {
  const writer: Writer = { lines: [], lead: '', leadIndent: 0 }
  writeBlock(value, 0, owned, NOBODY, writer)
  return writer.lines
}

/** Adds a line; the dashes of list items precede their first key. */
function add(writer: Writer, line: YamlLine): void {
  const { lead, leadIndent } = writer
  writer.lines.push(lead === '' ? line : { ...line, indent: leadIndent, key: lead + line.key })
  writer.lead = ''
}

function writeBlock(
  value: unknown,
  indent: number,
  node: OwnedNode | undefined,
  above: readonly FieldOwner[],
  writer: Writer,
): void {
  const owners = node && node.owners.length > 0 ? node.owners : above
  if (Array.isArray(value) && value.length > 0) {
    value.forEach((item, i) => {
      if (writer.lead === '') writer.leadIndent = indent
      writer.lead += '- '
      writeBlock(item, indent + 2, itemNode(node, item, i), owners, writer)
    })
  } else if (isObject(value) && Object.keys(value).length > 0)
    for (const name of Object.keys(value).sort()) writeMember(name, value[name], indent, node, owners, writer)
  else writeScalar('', value, indent, indent, owners, writer)
}

function writeMember(
  name: string,
  value: unknown,
  indent: number,
  above: OwnedNode | undefined,
  inherited: readonly FieldOwner[],
  writer: Writer,
): void {
  const node = memberNode(above, name)
  const owners = node && node.owners.length > 0 ? node.owners : ownersBelow(above, inherited)
  const key = `${yamlKey(name) ?? JSON.stringify(name)}:`
  const isList = Array.isArray(value) && value.length > 0
  if (isList || (isObject(value) && Object.keys(value).length > 0)) {
    add(writer, { indent, key, value: '', type: 'none', owners })
    writeBlock(value, isList ? indent : indent + 2, node, owners, writer)
  } else writeScalar(`${key} `, value, indent, indent + 2, owners, writer)
}

/** Fields below an atomic value belong to its owners; a field without an owner whose siblings are owned has none. */
const ownersBelow = (above: OwnedNode | undefined, inherited: readonly FieldOwner[]): readonly FieldOwner[] =>
  above && above.below.size > 0 ? NOBODY : inherited

function writeScalar(
  key: string,
  value: unknown,
  indent: number,
  inner: number,
  owners: readonly FieldOwner[],
  writer: Writer,
): void {
  const [first = '', ...rest] = scalarText(value, inner, indent + key.length).split('\n')
  const type =
    typeof value === 'string' ? 'text' : typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'word'
  add(writer, { indent, key, value: first, type, owners })
  for (const line of rest) {
    const text = line.trimStart()
    writer.lines.push({ indent: line.length - text.length, key: '', value: text, type, owners })
  }
}

function scalarText(value: unknown, indent: number, column: number): string {
  if (typeof value === 'string') return yamlScalar(value, indent, column)
  if (Array.isArray(value)) return '[]'
  return isObject(value) ? '{}' : String(value ?? null)
}

/** Returns the text of a line. */
export const lineText = ({ indent, key, value }: YamlLine): string => `${' '.repeat(indent)}${key}${value}`
