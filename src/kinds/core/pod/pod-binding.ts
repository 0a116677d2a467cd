import { mustHave } from '../../../base/must-have.js'
import { issueText, notSupported, required } from '../../../base/issue.js'
import { conflict, plainError } from '../../../base/status.js'
import type { DeclaredAct } from '../../../registry/kind-declaration.js'
import type { KubeObject } from '../../../schema/object.js'
import { defineStructKind } from '../../struct/struct-kind.js'
import type { Pod } from './pod-types.js'

type Binding = KubeObject & { readonly target?: { readonly kind?: string; readonly name?: string } }

const binding = defineStructKind<Binding>('core.v1.Binding', () => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'Binding', plural: 'bindings' },
  table: { columns: [] },
}))

/** Puts a pod on a node. */
export const bindingAct: DeclaredAct = {
  def: binding,
  // A pod and a binding, as the subresource is theirs.
  perform: (object, body, { now }) => bind(object as Pod, body as Binding, now),
}

const pods = { group: '', resource: 'pods/binding' }

function bind(pod: Pod, { target: { kind, name } = {} }: Binding, now: string): KubeObject {
  const at = mustHave(pod.metadata.name, 'the name of a stored pod')
  const faults = [
    ...(kind && kind !== 'Node' ? [notSupported('target.kind', kind, ['Node', '<empty>'])] : []),
    ...(name ? [] : [required('target.name')]),
  ].map(issueText)
  // A server passes them on as they are.
  if (faults.length > 0) throw plainError(faults.length > 1 ? `[${faults.join(', ')}]` : faults.join())
  if (pod.metadata.deletionTimestamp)
    throw conflict(pods, at, `pod ${at} is being deleted, cannot be assigned to a host`)
  if (pod.spec?.nodeName) throw conflict(pods, at, `pod ${at} is already assigned to node "${pod.spec.nodeName}"`)
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'PodScheduled')
  return {
    ...pod,
    spec: { ...pod.spec, nodeName: name },
    status: {
      ...pod.status,
      conditions: [...others, { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: now }],
    },
  }
}
