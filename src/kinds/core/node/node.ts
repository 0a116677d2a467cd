import { validateQualifiedFinalizers } from '../../../model/registry/metadata-rules.js'
import { withObjectMeta, withCreateRules } from '../../../model/registry/rule-context.js'
import { withPath } from '../../../base/json/json.js'
import { cidrWarnings } from '../../../base/rules/cidr.js'
import { dns1123Subdomain, maskTrailingDash } from '../../../base/rules/names.js'
import { defineKind } from '../../../model/registry/define.js'
import { nodeColumns } from './columns.js'
import { type Node, nodeMembers } from './schema.js'
import { validateNodeUpdate } from './validate-update.js'
import { validateNode } from './validate.js'

/** Node: a machine, its capacity and its conditions. A create may include the status. */
export const node = defineKind(nodeMembers, (profile) => ({
  group: '',
  version: 'v1',
  scope: 'Cluster',
  names: { kind: 'Node', plural: 'nodes', shortNames: ['no'] },
  schema: {
    component: 'io.k8s.api.core.v1.Node',
    defaults: (object) => fillSilent(alignPodCIDRs(object)),
  },
  metadata: {
    name: (name, prefix) => dns1123Subdomain(prefix ? maskTrailingDash(name) : name),
    finalizers: validateQualifiedFinalizers,
  },
  subresources: {
    main: { resetFields: ['status'] },
    status: { verbs: ['get', 'patch', 'update'], resetFields: ['spec'] },
  },
  create: {
    prepare: (object) =>
      withPath(withPath(object, ['spec', 'configSource'], undefined), ['status', 'config'], undefined),
    validate: withObjectMeta(validateNode),
    warnings: warningsOfNode,
  },
  update: {
    allowUnconditional: true,
    prepare: (next, old, { subresource }) =>
      subresource === 'status'
        ? old.status?.config
          ? next
          : withPath(next, ['status', 'config'], undefined)
        : old.spec?.configSource
          ? next
          : withPath(next, ['spec', 'configSource'], undefined),
    // ValidateNodeUpdate validates the whole object once more, so that an invalid taint is reported twice.
    validate: withCreateRules(validateNode, (next, old) => validateNodeUpdate(next, old, profile)),
    warnings: warningsOfNode,
  },
  storage: { prefix: 'minions', reread: fillAllocatable },
  selectable: {
    fields: { 'spec.unschedulable': ({ spec }) => String(spec?.unschedulable ?? false) },
    conversion: 'own',
    namespace: false,
  },
  table: { columns: nodeColumns(profile) },
  example: {
    metadata: { name: 'worker-1' },
    spec: { podCIDR: '10.1.0.0/24', podCIDRs: ['10.1.0.0/24'], providerID: 'sim://zone/worker-1' },
  },
}))

/** Keeps podCIDR and podCIDRs[0] equal; podCIDR wins if they differ. */
function alignPodCIDRs(object: Node): Node {
  const { podCIDR = '', podCIDRs = [], ...spec } = object.spec ?? {}
  const list = podCIDR && podCIDRs[0] !== podCIDR ? [podCIDR] : podCIDRs
  if (list.length === 0 || (list === podCIDRs && podCIDR)) return object
  return { ...object, spec: { ...(list[0] ? { podCIDR: list[0] } : {}), podCIDRs: list, ...spec } }
}

/** Allocatable defaults to capacity (SetDefaults_NodeStatus). */
function fillAllocatable(object: Node): Node {
  const { capacity, allocatable, ...status } = object.status ?? {}
  return capacity && !allocatable ? { ...object, status: { capacity, allocatable: capacity, ...status } } : object
}

/** Sets that default in a request body: an explicitly empty allocatable is not defaulted, although it is not stored. */
function fillSilent(object: Node): Node {
  const { allocatable } = object.status ?? {}
  return allocatable && Object.keys(allocatable).length === 0
    ? withPath(object, ['status', 'allocatable'], undefined)
    : fillAllocatable(object)
}

const warningsOfNode = ({ spec }: Node): readonly string[] => [
  ...(spec?.configSource ? ['spec.configSource: the feature is removed'] : []),
  ...(spec?.externalID ? ['spec.externalID: this field is deprecated, and is unused by Kubernetes'] : []),
  ...(spec?.podCIDRs ?? []).flatMap((cidr, i) => cidrWarnings(cidr, `spec.podCIDRs[${i}]`)),
]
