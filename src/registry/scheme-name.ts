/** The component of a server whose scheme decodes a kind's bodies; `scales` are those of custom resources. */
export type SchemeName = 'core' | 'aggregator' | 'extensions' | 'scales'
