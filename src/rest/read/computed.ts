import { compareBytes } from '../../base/json/json.js'
import type { Target } from '../../model/call/call.js'
import type { ComputeContext, KindDef } from '../../model/registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf } from '../../store/page.js'
import { type RestContext, keyOf, tableOf } from '../context.js'

type Computed = NonNullable<KindDef['storage']['computed']>

/** Returns the objects of a computed kind; a loaded object replaces the computed one of the same name. */
export function computedObjects(computed: Computed, context: RestContext, target: Target): readonly KubeObject[] {
  const { namespace } = target
  const made = computed.list(sightOf(context), namespace)
  const loaded = context.store.table(tableOf(target))
  if (!loaded) return made
  const stated = objectsOf(loaded, prefixOf(namespace))
  const all = [...made.filter((object) => !loaded.has(storedKey(object))), ...stated]
  return all.sort((a, b) => compareBytes(storedKey(a), storedKey(b)))
}

/** Returns a computed object; undefined if there is none. */
export const computedObject = (
  computed: Computed,
  context: RestContext,
  { namespace, name }: Target,
): KubeObject | undefined => computed.get(sightOf(context), namespace, name)

const storedKey = ({ metadata: { namespace = '', name = '' } }: KubeObject) => keyOf(namespace, name)
const prefixOf = (namespace: string) => (namespace === '' ? '' : `${namespace}/`)

/** Returns what computed objects are made from. */
export const sightOf = ({ env, store, containers }: RestContext): ComputeContext => ({
  now: env.now,
  objects: (table, namespace) => objectsOf(store.table(table), prefixOf(namespace)),
  object: (table, namespace, name) => store.get(table, keyOf(namespace, name)),
  usageOf: (pod, container) => containers.of(pod, container).usage,
})
