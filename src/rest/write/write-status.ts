import type { Call } from '../../model/call/call.js'
import { mustHave } from '../../base/must-have.js'
import { noOptions } from '../../model/call/options.js'
import { finish } from '../../base/turns/steps.js'
import { keyOf, tableOf } from '../context.js'
import { mutate } from './mutate.js'
import { track } from './ownership.js'
import type { WriteStatus } from './warnings.js'

/** Writes the status of an object by the rules for any update of it. */
export const writeStatus: WriteStatus = (context, transaction, dryRun, next) => {
  const def = mustHave(context.registry.of(next.apiVersion, next.kind), 'the kind of an object whose status is written')
  const { name = '', namespace = '' } = next.metadata
  const call: Call = {
    target: { verb: 'update', def, namespace, name, subresource: 'status' },
    options: { ...noOptions, dryRun },
    body: undefined,
    user: { name: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] },
    manager: 'kube-apiserver',
    userAgent: 'kube-apiserver',
  }
  const old = mustHave(transaction.get(tableOf({ def }), keyOf(namespace, name)), 'an object whose status is written')
  // Small, and written at once: whoever writes a status does so in the midst of its own write.
  finish(mutate(context, call, transaction, old, () => track(context, call, old, next)))
}
