import type { FlowSchema } from './flow-schema-rules.js'

type Spec = NonNullable<FlowSchema['spec']>

const groups = (...names: readonly string[]) => names.map((name) => ({ kind: 'Group', group: { name } }))

// Rules that match any request.
const EVERYTHING = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
}

/**
 * The required specs of the schemas with these names (mandatory objects of k8s.io/apiserver's flowcontrol bootstrap).
 */
export const FIXED_SCHEMAS: { readonly [name: string]: Spec } = {
  exempt: {
    priorityLevelConfiguration: { name: 'exempt' },
    matchingPrecedence: 1,
    rules: [{ subjects: groups('system:masters'), ...EVERYTHING }],
  },
  'catch-all': {
    priorityLevelConfiguration: { name: 'catch-all' },
    matchingPrecedence: 10000,
    distinguisherMethod: { type: 'ByUser' },
    rules: [{ subjects: groups('system:unauthenticated', 'system:authenticated'), ...EVERYTHING }],
  },
}
