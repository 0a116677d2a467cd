import { withOwnersInView, withOwnersOfView } from '../apply/view-owners.js'
import { carriedKind } from '../kind/carried.js'
import type { KubeObject } from '../schema/object.js'
import type { Call, Outcome } from './types.js'

/** An object as an endpoint shows and takes it. */
export type View = {
  /** The call as one for the kind its body is of. */
  readonly carried: Call
  /** The object as the body has it, with who owns what of that. */
  readonly show: (object: KubeObject) => KubeObject
  readonly change: (object: KubeObject, shown: KubeObject) => KubeObject
  readonly unconvertible?: string | undefined
}

/** The view of a call's endpoint; of most, the object itself. */
export function viewOf(call: Call): View {
  const { def, endpoint } = call.target
  const { view } = def.endpoints[endpoint]!
  if (!view) return { carried: call, show: (object) => object, change: (_, shown) => shown }
  return {
    carried: carriedCall(call),
    show: (object) => withOwnersInView(view, object),
    change: (object, shown) => withOwnersOfView(view, object, shown),
    unconvertible: view.unconvertible,
  }
}

/** A call as one for the kind its body is of. */
export function carriedCall(call: Call): Call {
  const { def, endpoint } = call.target
  const carried = carriedKind(def, endpoint)
  return carried === def ? call : { ...call, target: { ...call.target, def: carried } }
}

/** An outcome as the call's endpoint shows it. */
export function shown({ target: { def, endpoint, verb } }: Call, outcome: Outcome): Outcome {
  const view = def.endpoints[endpoint]!.view
  if (verb === 'get' && outcome.type === 'object') view?.check?.(outcome.object)
  return view && outcome.type === 'object' ? { ...outcome, def: view.def, object: view.show(outcome.object) } : outcome
}
