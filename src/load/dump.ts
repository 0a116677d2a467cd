import type { KindDef } from '../registry/kind-def.js'
import { type RestContext, tableOf } from '../rest/context.js'
import type { KubeObject } from '../schema/object.js'
import { readPage } from '../store/page.js'

/** Options of a dump. */
export type DumpOptions = {
  /** Only objects of these kinds. */
  readonly kinds?: readonly string[]
}

/**
 * Writes every stored object as one YAML `List`, namespaces first, then by kind and name. Loading it gives the same
 * state. What the server computes is left out.
 *
 * @throws TypeError for a kind that is not served
 */
export async function dump(context: RestContext, options?: DumpOptions): Promise<string> {
  const items = storedObjects(context, options)
  const { stringify } = await import('yaml')
  const list = { apiVersion: 'v1', kind: 'List', items }
  return stringify(list, { aliasDuplicateObjects: false, indentSeq: false, lineWidth: 0, version: '1.1' })
}

function storedObjects({ registry, store }: RestContext, { kinds }: DumpOptions = {}): readonly KubeObject[] {
  const unknown = kinds?.find((kind) => !registry.named(kind))
  if (unknown !== undefined)
    throw new TypeError(
      `dump: the kind ${JSON.stringify(unknown)} is not served; there are ${registry
        .kinds()
        .map(({ kind }) => kind)
        .join(', ')}`,
    )
  const defs = registry.kinds().filter(({ kind }) => !kinds || kinds.includes(kind))
  const { tables } = store.state()
  // Versions of a kind share a table.
  const names = new Set([...defs.filter(isNamespace), ...defs].map((def) => tableOf({ def })))
  return [...names].flatMap((name) => {
    const table = tables.get(name)
    return table ? readPage(table, { prefix: '', start: '', limit: 0, matches: undefined }).items : []
  })
}

const isNamespace = ({ kind, group }: KindDef) => kind === 'Namespace' && group === ''
