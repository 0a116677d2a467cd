import { isBare } from '../../../base/json/member-names.js'
import { mustHave } from '../../../base/must-have.js'
import { invalid, issueText, notSupported, required } from '../../../base/errors/issue.js'
import { conflict, plainError } from '../../../base/errors/status.js'
import { dns1123Subdomain } from '../../../base/rules/names.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import type { ActContext } from '../../../model/registry/act-context.js'
import type { DeclaredAct } from '../../../model/registry/kind-def.js'
import { failStorage } from '../../../model/registry/storage-precondition.js'
import type { KubeObject } from '../../../schema/object.js'
import { defineStructKind } from '../../struct/struct-kind.js'
import { type Pod, withCondition } from './pod-types.js'

type Binding = KubeObject & { readonly target?: { readonly kind?: string; readonly name?: string } }

/** Binding: assigns a pod to a node. Creating one is the same as a POST to the pod's `binding` subresource. */
export const binding = defineStructKind<Binding>('core.v1.Binding', () => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'Binding', plural: 'bindings' },
  create: { through: { kind: { apiVersion: 'v1', kind: 'Pod' }, subresource: 'binding' } },
  discovery: { verbs: ['create'] },
  subresources: { main: { resetFields: [], tables: false } },
  table: { columns: [] },
  example: { metadata: { name: 'web', namespace: 'default' }, target: { kind: 'Node', name: 'worker-1' } },
}))

/** Binds a pod to a node. */
export const bindingAct: DeclaredAct = {
  def: binding,
  check: checkTarget,
  // The subresource takes a Pod and a Binding.
  perform: (object, body, context) => ({ type: 'change', object: bind(object as Pod, body as Binding, context) }),
}

/** Validates the target. As on the server, the errors are returned as they are (ValidatePodBinding). */
function checkTarget({ target: { kind, name } = {} }: Binding): void {
  const faults = [
    ...(kind && kind !== 'Node' ? [notSupported('target.kind', kind, ['Node', '<empty>'])] : []),
    ...(!name
      ? [required('target.name')]
      : runsAtLeast('1.37') && (!kind || kind === 'Node')
        ? dns1123Subdomain(name).map((why) => invalid('target.name', name, why))
        : []),
  ].map(issueText)
  if (faults.length > 0) throw plainError(faults.length > 1 ? `[${faults.join(', ')}]` : faults.join())
}

const pods = { group: '', resource: 'pods' }

function bind(
  pod: Pod,
  { metadata: wanted, target: { name = '' } = {} }: Binding,
  { now, dryRun, featureGates }: Pick<ActContext, 'now' | 'dryRun' | 'featureGates'>,
): KubeObject {
  const at = mustHave(pod.metadata.name, 'the name of a stored pod')
  failStorage(pods, pod, `${dryRun ? '' : 'registry/'}pods/${pod.metadata.namespace}/${at}`, wanted)
  const refused = (why: string) => conflict({ group: '', resource: 'pods/binding' }, at, `pod ${at} ${why}`)
  if (pod.metadata.deletionTimestamp) throw refused('is being deleted, cannot be assigned to a host')
  if (pod.spec?.nodeName) throw refused(`is already assigned to node "${pod.spec.nodeName}"`)
  if (pod.spec?.schedulingGates?.length) throw refused('has non-empty .spec.schedulingGates')
  const { annotations: before } = pod.metadata
  const annotations =
    wanted.annotations && before ? { ...before, ...wanted.annotations } : (wanted.annotations ?? before)
  const { nominatedNodeName, ...status } = pod.status ?? {}
  const isPromised = nominatedNodeName !== undefined && !featureGates.ClearingNominatedNodeNameAfterBinding
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      ...(annotations && !isBare(annotations) ? { annotations } : {}),
      ...(featureGates.PodTopologyLabelsAdmission && wanted.labels
        ? { labels: { ...pod.metadata.labels, ...wanted.labels } }
        : {}),
    },
    spec: { ...pod.spec, nodeName: name },
    status: withCondition(
      isPromised ? { ...status, nominatedNodeName } : status,
      { type: 'PodScheduled', status: 'True' },
      now,
    ),
  }
}
