import { publicFunction } from '../../base/errors/call-site.js'
import { type Calls, namespaceOf } from '../../server/client/calls.js'
import type { Ref } from '../../server/client/types.js'
import type { Recorder } from '../../server/journal/recorder.js'
import { explainObject } from '../../server/journal/why.js'
import type { Why } from '../../server/journal/why-types.js'
import { keyOf, tableOf } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import type { Store } from '../../store/store.js'
import { checkState } from './shapes.js'

/** Creates `why`, which explains how an object came to be what it is. */
export const createWhy = (
  context: () => { readonly store: Store<KubeObject>; readonly recorder: Recorder; readonly calls: Calls },
): ((kind: string, ref: Ref) => Why) =>
  publicFunction((name, ref) => {
    checkState('why', name, ref)
    const { store, recorder, calls } = context()
    const def = calls.kind(name, 'why')
    const namespace = namespaceOf(def, ref.namespace, 'get')
    const table = tableOf({ def })
    return explainObject(store, recorder, {
      table,
      key: keyOf(namespace, ref.name),
      kind: def.kind,
      namespace,
      name: ref.name,
    })
  })
