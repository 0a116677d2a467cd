import type { Steps } from '../../base/turns/steps.js'
import { mustHave } from '../../base/must-have.js'
import { subresourceOf } from '../../model/registry/subresource-of.js'
import { readObject } from './body.js'
import { inNamespace, withoutSystemMetadata } from './metadata.js'
import { perform } from './act.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { WriteContext } from './warnings.js'

/** POST of an object that acts on another one of the same name (a Binding). */
export function* createThrough(context: WriteContext, call: Call): Steps<Outcome> {
  const { target } = call
  const { kind, subresource } = mustHave(target.def.create.through, 'the object that a body is about')
  const def = mustHave(context.registry.of(kind.apiVersion, kind.kind), 'the kind of the object a body is about')
  const body = inNamespace(call, withoutSystemMetadata(readObject(context, call)))
  const act = mustHave(subresourceOf(def, subresource).act, 'what is done with the object')
  const name = body.metadata.name ?? ''
  const about: Call = { ...call, target: { ...target, def, name, subresource } }
  // Admission sees what is posted, under the name of what it is about.
  return yield* perform(context, about, act, body, { ...call, target: { ...target, name } })
}
