/** The group, version and resource of CustomResourceDefinitions. */
export const DEFINITIONS = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
} as const
/** The store's table of CustomResourceDefinitions. */
export const DEFINITION_TABLE = 'apiextensions.k8s.io/customresourcedefinitions'
