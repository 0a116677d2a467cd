/** The server component whose scheme decodes the bodies of a kind; `scales` is for the scales of custom resources. */
export type SchemeName = 'core' | 'aggregator' | 'extensions' | 'scales'
