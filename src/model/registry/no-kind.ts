import { defineKind } from './define.js'
import { kubernetesProfile } from './profile.js'

/** The kind of requests that are not about objects: discovery, OpenAPI, version and health. */
export const noKind = defineKind({}, () => ({
  group: '',
  version: '',
  scope: 'Cluster',
  names: { kind: '', plural: '' },
  schema: { component: '' },
  metadata: { name: () => [] },
  discovery: { verbs: ['get'] },
  table: { columns: [] },
  example: { metadata: {} },
}))(kubernetesProfile)
