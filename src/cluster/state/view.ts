import { StatusError } from '../../base/errors/status.js'
import type { Calls } from '../../server/client/calls.js'
import { publicAsync, publicFunction } from '../../base/errors/call-site.js'
import { checkArguments } from '../../base/check/arguments.js'
import { readParameters } from '../../server/client/shapes.js'
import type { ListOptions, Ref } from '../../server/client/types.js'
import type { Given, KindWord } from '../../kinds/object-types.js'
import type { RestContext } from '../../rest/context.js'
import { outcomeOf } from '../../model/call/outcome.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { read as answer } from '../../rest/verbs.js'
import type { KubeObject } from '../../schema/object.js'
import type { State } from '../../store/transaction.js'
import { type Store, presentAs } from '../../store/store.js'
import { checkState } from './shapes.js'

type DumpOptions = { readonly kinds?: readonly string[]; readonly bootstrap?: boolean }

/** A read-only view of a cluster at one revision. It never changes, and costs nothing to keep. */
export type StateView = {
  readonly resourceVersion: string
  readonly state: State<KubeObject>
  /** Returns an object, or undefined if it does not exist. Throws a TypeError for a kind that is not served. */
  readonly get: <T = never, K extends KindWord = string>(kind: K, ref: Ref) => Given<NoInfer<T>, K> | undefined
  /** Returns objects in order of their keys. */
  readonly list: <T = never, K extends KindWord = string>(
    kind: K,
    options?: Pick<ListOptions, 'namespace' | 'labelSelector' | 'fieldSelector'>,
  ) => readonly Given<NoInfer<T>, K>[]
  /** Dumps all objects as one YAML `List`. */
  readonly dump: (options?: DumpOptions) => Promise<string>
}

/** The parts of a cluster that views use. */
export type ViewContext = {
  readonly context: RestContext
  readonly calls: Calls
  readonly dump: (context: RestContext, options?: DumpOptions) => Promise<string>
}

/** Creates a view: it runs the verbs of requests on a store that does not change. */
export function createView({ context, calls, dump }: ViewContext, state: State<KubeObject>): StateView {
  const still: RestContext = { ...context, store: stillStore(context.store, state) }
  const view = {
    resourceVersion: String(state.revision),
    state,
    get: publicFunction((name: string, ref: Ref) => {
      checkArguments('get', readParameters.get, [name, ref])
      const outcome = read(still, calls.of('get', calls.kind(name, 'get'), ref, {}))
      return outcome.type === 'object' ? outcome.object : undefined
    }),
    list: publicFunction((name: string, options: ListOptions = {}) => {
      checkArguments('list', readParameters.list, [name, options])
      const def = calls.kind(name, 'list')
      const outcome = read(still, calls.of('list', def, { namespace: options.namespace ?? '' }, options))
      return outcome.type === 'list' ? outcome.items : []
    }),
    dump: publicAsync((options?: DumpOptions) => {
      checkState('dump', options)
      return dump(still, options)
    }),
  }
  // The public types depend on the kind's name; here every object is a KubeObject.
  return view as unknown as StateView
}

function read(context: RestContext, call: Call): Outcome {
  try {
    return answer(context, call)
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return outcomeOf(error)
    throw error
  }
}

const stillStore = (store: Store<KubeObject>, state: State<KubeObject>): Store<KubeObject> => ({
  ...store,
  ...presentAs(state),
  stateAt: (table) => state.tables.get(table),
})
