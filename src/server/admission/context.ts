import { formatTime } from '../../base/time/time.js'
import type { Profile } from '../../model/registry/profile.js'
import type { AdmittedWrite } from '../../rest/admission.js'
import { keyOf } from '../../rest/context.js'
import { forRequest } from '../../rest/storage-conversion.js'
import { generateName } from '../../rest/write/generate-name.js'
import type { WriteContext } from '../../rest/write/warnings.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf } from '../../store/page.js'
import type { AdmissionContext } from './types.js'

/** Makes the context of plug-ins for a request. */
export function createAdmissionContext(
  context: WriteContext,
  { call, transaction }: Pick<AdmittedWrite, 'call' | 'transaction'>,
  profile: Profile,
): AdmissionContext {
  const { env } = context
  const request = context.current()
  return {
    profile,
    authorize: context.authorize,
    rules: context.rules,
    featureGates: context.featureGates,
    registry: context.registry,
    timeout: call.timeout,
    callWebhook: forRequest(context),
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
    writeStatus: (next) => context.writeStatus(context, transaction, call.options.dryRun, next),
    warn: context.warn,
    annotate: (key, value) => context.annotate(key, value, request),
  }
}
