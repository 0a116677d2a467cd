import type { Options } from '../../../model/call/options.js'

/** The options of a write, as an object of `meta.k8s.io/v1`. */
export type OperationOptions = {
  readonly kind: 'CreateOptions' | 'UpdateOptions' | 'DeleteOptions'
  readonly apiVersion: 'meta.k8s.io/v1'
  readonly [member: string]: unknown
}

const KINDS = { create: 'CreateOptions', update: 'UpdateOptions', delete: 'DeleteOptions' } as const

/** Returns the options of a write; a patch has those of the create or the update that it is. */
export function operationOptions(
  operation: keyof typeof KINDS,
  { dryRun, fieldManager, fieldValidation, gracePeriodSeconds, preconditions, propagationPolicy }: Options,
): OperationOptions {
  const head = { kind: KINDS[operation], apiVersion: 'meta.k8s.io/v1' } as const
  const all = dryRun ? { dryRun: ['All'] } : {}
  if (operation !== 'delete')
    return {
      ...head,
      ...all,
      ...(fieldManager ? { fieldManager } : {}),
      // Warn is what a request has that does not state it.
      ...(fieldValidation === 'Warn' ? {} : { fieldValidation }),
    }
  return {
    ...head,
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length > 0 ? { preconditions } : {}),
    ...(propagationPolicy ? { propagationPolicy } : {}),
    ...all,
  }
}
