import { keyOf, keyText } from '../yaml/key.js'
import type { MappingNode, YamlNode } from '../yaml/nodes.js'
import { scalarOf } from '../yaml/scalar.js'

/** The offset of the member or item a field path leads to, as far as it leads. */
export function offsetOf(root: YamlNode, field: string): number {
  let node: YamlNode | undefined = root
  let offset = root.at
  for (let rest = field; rest !== '';) {
    if (node?.type === 'alias') node = node.target
    const step: Step | undefined =
      node?.type === 'mapping'
        ? stepInto(node, rest)
        : node?.type === 'sequence'
          ? stepAlong(node.items, rest)
          : undefined
    if (!step) break
    offset = step.at
    node = step.value
    rest = rest.slice(step.length).replace(/^\./, '')
  }
  return offset
}

type Step = { readonly at: number; readonly value: YamlNode | undefined; readonly length: number }

/**
 * The member at the start of a path: `name.…`, `name[…`, or `[name]…`; keys may hold dots, so the longest that fits
 * wins.
 */
function stepInto({ items }: MappingNode, path: string): Step | undefined {
  let best: Step | undefined
  for (let i = 0; i < items.length; i += 2) {
    const key = items[i]
    if (key?.type !== 'scalar') continue
    const name = keyText(keyOf(scalarOf(key))) ?? ''
    const length = path.startsWith(`[${name}]`)
      ? name.length + 2
      : path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`)
        ? name.length
        : 0
    if (length > (best?.length ?? 0)) best = { at: key.at, value: items[i + 1], length }
  }
  return best
}

function stepAlong(items: readonly YamlNode[], path: string): Step | undefined {
  const index = /^\[(\d+)\]/.exec(path)
  const item = index ? items[Number(index[1])] : undefined
  return index && item ? { at: item.at, value: item, length: index[0].length } : undefined
}
