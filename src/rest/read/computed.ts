import { storedName } from '../../schema/stored-metadata.js'
import { compareBytes } from '../../base/json.js'
import type { KindDef } from '../../registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf } from '../../store/page.js'
import type { ObjectTable } from '../../store/log.js'

/** The objects of a kind the server computes; one that was loaded stands in for the computed one of its name. */
export function computedObjects(
  computed: NonNullable<KindDef['storage']['computed']>,
  loaded: ObjectTable<KubeObject> | undefined,
): readonly KubeObject[] {
  if (!loaded) return computed
  const all = [...computed.filter((object) => !loaded.has(storedName(object))), ...objectsOf(loaded)]
  return all.sort((a, b) => compareBytes(storedName(a), storedName(b)))
}
