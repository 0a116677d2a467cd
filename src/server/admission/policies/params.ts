import type { Unchecked } from '../../../kinds/struct/unchecked.js'
import type { ParamKind, ParamRef } from '../../../model/generated/types/admissionregistration-v1.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { fromLabelSelectorObject } from '../../../model/select/label-selector-object.js'
import { matchesLabels } from '../../../model/select/labels.js'
import { tableOf } from '../../../rest/context.js'
import type { KubeObject } from '../../../schema/object.js'
import type { AdmissionContext } from '../types.js'
import { ConfigurationError } from './configuration-error.js'

/**
 * Returns the kind of a policy's parameters.
 *
 * @throws ConfigurationError if it is not served
 */
export function paramDef(
  { registry }: AdmissionContext,
  { apiVersion = '', kind = '' }: Unchecked<ParamKind>,
): KindDef {
  const def = registry.of(apiVersion, kind)
  if (def) return def
  const groupVersion = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`
  throw new ConfigurationError(`failed to find resource referenced by paramKind: '${groupVersion}, Kind=${kind}'`)
}

/**
 * Returns the parameters that a binding selects (policy/generic: CollectParams); null stands for none at all.
 *
 * @throws ConfigurationError if there are none and there must be, or if they cannot be looked up
 */
export function paramsOf(
  context: AdmissionContext,
  def: KindDef | undefined,
  paramRef: Unchecked<ParamRef> | undefined,
  requestNamespace: string,
): readonly (KubeObject | null)[] {
  if (!def || !paramRef) return [null]
  const { name = '', namespace = '', selector, parameterNotFoundAction } = paramRef
  if (def.scope === 'Cluster' && namespace !== '')
    throw new ConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`')
  const within = def.scope === 'Cluster' ? '' : namespace || requestNamespace
  if (def.scope === 'Namespaced' && within === '')
    throw new ConfigurationError(
      'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    )
  const found = name === '' ? selected(context, def, within, selector) : named(context, def, within, name)
  if (found.length === 0 && parameterNotFoundAction === 'Deny')
    throw new ConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction')
  return found.map((object) => def.storage.conversion?.fromStored(object) ?? object)
}

function named({ get }: AdmissionContext, def: KindDef, namespace: string, name: string): readonly KubeObject[] {
  const found = get(tableOf({ def }), name, namespace)
  return found ? [found] : []
}

function selected(
  { list }: AdmissionContext,
  def: KindDef,
  namespace: string,
  selector: object | undefined,
): readonly KubeObject[] {
  const requirements = fromLabelSelectorObject(selector)
  if (!requirements) return []
  return list(tableOf({ def }), namespace).filter(({ metadata }) => matchesLabels(requirements, metadata.labels))
}
