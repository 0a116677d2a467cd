import { defineKind } from './define.js'
import { kubernetesProfile } from './profile.js'

/** The kind of requests that are about no objects: discovery, OpenAPI, version and health. */
export const noKind = defineKind({}, () => ({
  kind: '',
  plural: '',
  group: '',
  version: '',
  scope: 'Cluster',
  component: '',
  verbs: ['get'],
  name: () => [],
  columns: [],
  example: { metadata: {} },
}))(kubernetesProfile)
