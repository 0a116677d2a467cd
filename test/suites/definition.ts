/** A CRD version `v1` with a schema, served and stored. */
export const versionOf = <S extends object, M extends object>(schema: S, more?: M) => ({
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: schema },
  ...more,
})

/** A CustomResourceDefinition of a namespaced kind; its name is `PLURAL.GROUP`. */
export function definitionOf<V extends object>(name: string, kind: string, versions: V[]) {
  const dot = name.indexOf('.')
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: { group: name.slice(dot + 1), scope: 'Namespaced', names: { plural: name.slice(0, dot), kind }, versions },
  }
}
