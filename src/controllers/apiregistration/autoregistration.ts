import { jsonEqual } from '../../base/json/json.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { changedObject, storedName } from '../../schema/object.js'
import type { Controller, Key, Reader } from '../runtime/types.js'

type Definition = ObjectOf<'CustomResourceDefinition'>

const MANAGED = 'kube-aggregator.kubernetes.io/automanaged'
const ALWAYS = 'true'

/**
 * Keeps an APIService for each group version served by CustomResourceDefinitions (kube-aggregator: autoregister;
 * crdregistration).
 */
export const autoregistration: Controller<'CustomResourceDefinition' | 'APIService'> = {
  name: 'autoregistration',
  user: 'system:apiserver',
  manager: 'kube-apiserver',
  watches: {
    *CustomResourceDefinition({ prev, next }) {
      const before = prev ? namesOf(prev) : []
      const after = next ? namesOf(next) : []
      for (const name of new Set([...before, ...after])) yield keyOf(name)
    },
    APIService: ({ prev, next }) => [keyOf(storedName(changedObject({ prev, next })))],
  },
  *reconcileInSteps({ name }, world) {
    if (!world.profile.bootstrap) return
    const found = world.get('APIService', { name })
    const spec = wanted(name, world)
    if (found && found.metadata.labels?.[MANAGED] !== ALWAYS) return
    if (!spec) yield* world.delete('APIService', { name })
    else if (!found) yield* world.create('APIService', { metadata: { name, labels: { [MANAGED]: ALWAYS } }, spec })
    else if (!jsonEqual(found.spec, spec)) yield* world.update('APIService', { ...found, spec })
  },
}

const keyOf = (name: string): Key => ({ apiVersion: 'v1', kind: 'APIService', namespace: '', name })

const namesOf = ({ spec }: Definition): readonly string[] =>
  spec.versions.map((version) => `${version.name}.${spec.group}`)

/** Returns the spec of the APIService of a name; undefined if no CustomResourceDefinition serves its version. */
function wanted(name: string, world: Reader) {
  const dot = name.indexOf('.')
  const [version, group] = [name.slice(0, dot), name.slice(dot + 1)]
  const isServed = world
    .list('CustomResourceDefinition')
    .some(({ spec }) => spec.group === group && spec.versions.some((each) => each.name === version && each.served))
  // Sorted after all built-in groups; versions of a group are sorted by name.
  return isServed ? { group, version, groupPriorityMinimum: 1000, versionPriority: 100 } : undefined
}
