import type { Column } from '../../model/registry/column.js'
import type { KubeObject } from '../../schema/object.js'
import type { Usage } from './usage.js'

/** The table columns of metrics-server. */
export const metricsColumns = <T extends KubeObject & { readonly window?: string }>(
  usageOf: (object: T) => Usage,
): readonly Column<T>[] => [
  { name: 'Name', format: 'name', description: 'Name of the resource', cell: ({ metadata }) => metadata.name ?? '' },
  { name: 'cpu', format: 'quantity', description: '', cell: (object) => usageOf(object).cpu },
  { name: 'memory', format: 'quantity', description: '', cell: (object) => usageOf(object).memory },
  { name: 'Window', format: 'duration', description: '', cell: ({ window = '0s' }) => window },
]
