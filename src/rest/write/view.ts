import { bodyKind } from '../../model/registry/subresource-of.js'
import { withOwnersInView, withOwnersOfView } from '../../model/apply/view-owners.js'
import type { KubeObject } from '../../schema/object.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'

/** How a subresource presents an object. */
type View = {
  /** The call, targeted at the kind of its body (such as Scale). */
  readonly carried: Call
  /** Returns the object in the form of the body, with the owners of the fields that both share. */
  readonly show: (object: KubeObject) => KubeObject
  readonly change: (object: KubeObject, shown: KubeObject) => KubeObject
  readonly unconvertible?: string | undefined
}

/** Returns the view of a call's subresource; mostly the object itself. */
export function viewOf(call: Call): View {
  const { def, subresource } = call.target
  const view = def.subresources[subresource]?.view
  if (!view) return { carried: call, show: (object) => object, change: (_, shown) => shown }
  return {
    carried: carriedCall(call),
    show: (object) => withOwnersInView(view, object),
    change(object, shown) {
      const changed = withOwnersOfView(view, object, shown)
      sent.set(changed, shown)
      return changed
    },
    unconvertible: view.unconvertible,
  }
}

const sent = new WeakMap<KubeObject, KubeObject>()

/** Returns the view that an object was changed through, as it was sent. */
export const sentView = (changed: KubeObject): KubeObject | undefined => sent.get(changed)

/** Returns a call targeted at the kind of its body. */
export function carriedCall(call: Call): Call {
  const { def, subresource } = call.target
  const carried = bodyKind(def, subresource)
  return carried === def ? call : { ...call, target: { ...call.target, def: carried } }
}

/** Returns an outcome in the form of the call's subresource. */
export function shown({ target: { def, subresource, verb } }: Call, outcome: Outcome): Outcome {
  const view = def.subresources[subresource]?.view
  if (verb === 'get' && outcome.type === 'object') view?.check?.(outcome.object)
  return view && outcome.type === 'object' ? { ...outcome, def: view.def, object: view.show(outcome.object) } : outcome
}
