import { formatTime } from '../../base/time/time.js'
import type { Profile } from '../../model/registry/profile.js'
import type { AdmissionRequest } from '../../rest/admission.js'
import { keyOf } from '../../rest/context.js'
import { forRequest } from '../../rest/for-request.js'
import { generateName } from '../../rest/write/generate-name.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf } from '../../store/page.js'

import type { AdmissionContext } from './types.js'

/** Makes the context of plug-ins for a request. */
export function createAdmissionContext(
  {
    call,
    transaction,
    env,
    featureGates,
    registry,
    authorize,
    rules,
    callWebhook,
    warn,
    annotate,
    writeStatus,
    current,
  }: AdmissionRequest,
  profile: Profile,
): AdmissionContext {
  const request = current()
  return {
    profile,
    authorize,
    rules,
    featureGates,
    registry,
    timeout: call.timeout,
    callWebhook: forRequest({ callWebhook, current }),
    requestId: env.requestId,
    reinvocation: { isAgain: false, isWanted: false },
    now: () => formatTime(env.now()),
    generateName: (base) => generateName(base, env.random),
    get: <T extends KubeObject>(table: string, name: string, namespace = '') => {
      const found = transaction.get(table, keyOf(namespace, name))
      return found as T | undefined // the caller names the table, and so knows the type
    },
    list: <T extends KubeObject>(table: string, namespace = '') => {
      const found = objectsOf(transaction.table(table), namespace ? `${namespace}/` : '')
      return found as readonly T[] // as above
    },
    writeStatus,
    warn,
    annotate: (key, value) => annotate(key, value, request),
  }
}
