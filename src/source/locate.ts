import { type Document, type Node, isAlias, isMap, isScalar, isSeq } from 'yaml'

/** The offset of the member or item a field path leads to, as far as it leads. */
export function offsetOf(document: Document.Parsed, field: string): number {
  let node: Node | null | undefined = document.contents
  let offset = node?.range?.[0] ?? 0
  for (let rest = field; rest !== '';) {
    if (isAlias(node)) node = node.resolve(document)
    const step: Step | undefined = isMap(node)
      ? stepInto(node.items, rest)
      : isSeq(node)
        ? stepAlong(node.items, rest)
        : undefined
    if (!step) break
    offset = (step.key ?? step.value)?.range?.[0] ?? offset
    node = step.value
    rest = rest.slice(step.length).replace(/^\./, '')
  }
  return offset
}

type Step = { readonly key?: Node; readonly value: Node | null | undefined; readonly length: number }

/** The member at the start of a path: `name.…`, `name[…`, or `[name]…`; keys may hold dots, so the longest that fits wins. */
function stepInto(
  pairs: readonly { readonly key: unknown; readonly value: unknown }[],
  path: string,
): Step | undefined {
  let best: Step | undefined
  for (const { key, value } of pairs) {
    if (!isScalar(key)) continue
    const name = String(key.value)
    const length = path.startsWith(`[${name}]`)
      ? name.length + 2
      : path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`)
        ? name.length
        : 0
    if (length > (best?.length ?? 0)) best = { key, value: value as Node | null, length } // the parser makes nothing else
  }
  return best
}

function stepAlong(items: readonly unknown[], path: string): Step | undefined {
  const index = /^\[(\d+)\]/.exec(path)
  const item = index ? items[Number(index[1])] : undefined
  return index && item ? { value: item as Node, length: index[0].length } : undefined // the parser makes nothing else
}
