import type { Issue } from '../../base/errors/issue.js'
import { validateEmbedded } from '../../schema/embedded.js'
import type { Schema } from '../../schema/types.js'
import { pathSegment, validateMetadata } from '../../model/registry/metadata-rules.js'

/** Validates embedded objects, including their metadata, in the words of v1.33 whatever the version of the cluster. */
export const validateInner = (schema: Schema, value: unknown, field?: string): readonly Issue[] =>
  validateEmbedded(
    schema,
    value,
    (metadata) =>
      validateMetadata(
        metadata,
        { scope: metadata.namespace ? 'Namespaced' : 'Cluster', serverVersion: '1.33' },
        pathSegment,
      ),
    field,
  )
