import type { AdmissionRequest } from '../admission.js'
import type { WriteContext } from './warnings.js'

type Write = Pick<AdmissionRequest, 'operation' | 'call' | 'name' | 'object' | 'oldObject' | 'transaction'>

/** Makes the admission request for a write; admission may warn, and write in the same transaction. */
export const askAdmission = (
  context: WriteContext,
  { operation, call, name, object, oldObject, transaction }: Write,
): AdmissionRequest => ({
  operation,
  call,
  name,
  object,
  oldObject,
  transaction,
  env: context.env,
  featureGates: context.featureGates,
  registry: context.registry,
  callWebhook: context.callWebhook,
  turns: context.turns,
  authorize: context.authorize,
  rules: context.rules,
  warn: context.warn,
  annotate: context.annotate,
  current: context.current,
  writeStatus: (next) => context.writeStatus(context, transaction, call.options.dryRun, next),
})
