import type { Inputs } from './inputs.js'
import { type PathItem, isOfConnection, operationsAt } from './openapi.js'

/**
 * Returns the descriptions of parameters of operations on objects: by name, then by the action whose words they are,
 * and by the empty name those of all others.
 */
export const parameterTexts = ({ paths }: Inputs): { readonly [name: string]: Texts } =>
  Object.fromEntries(textsByName(Object.entries(paths)))

type Texts = { readonly [action: string]: string }

/** Returns the descriptions of each parameter by action; the most common one applies to all other actions. */
function textsByName(paths: readonly (readonly [path: string, item: PathItem])[]): ReadonlyMap<string, Texts> {
  const found = new Map<string, Map<string, string>>()
  for (const [path, item] of paths) {
    if (isOfConnection(path, item)) continue
    for (const [, operation] of operationsAt(item)) {
      const action = operation['x-kubernetes-action']
      if (action === undefined) continue
      for (const { name, description } of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
        // The description of `name` contains the kind.
        if (name === 'name' || description === undefined) continue
        found.set(name, (found.get(name) ?? new Map<string, string>()).set(action, description))
      }
    }
  }
  return new Map([...found].map(([name, byAction]) => [name, sharedFirst(byAction)]))
}

function sharedFirst(byAction: ReadonlyMap<string, string>): Texts {
  const said = [...byAction.values()]
  const times = (text: string) => said.filter((other) => other === text).length
  const [shared = ''] = [...new Set(said)].sort((a, b) => times(b) - times(a))
  const others = [...byAction].filter(([, text]) => text !== shared).sort(([a], [b]) => (a < b ? -1 : 1))
  return { '': shared, ...Object.fromEntries(others) }
}
