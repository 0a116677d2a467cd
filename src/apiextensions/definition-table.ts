/** Where definitions of custom resources are served, and the name of the store's table they are in. */
export const DEFINITIONS = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
} as const
/** The store's table of definitions. */
export const DEFINITION_TABLE = 'apiextensions.k8s.io/customresourcedefinitions'
