import type { Column } from '../../../model/registry/column.js'
import { containersOf, type PodTemplateSpec } from './pod-template.js'

/** The columns for the containers of a template. */
export const templateColumns = <T>(
  templateOf: (object: T) => PodTemplateSpec | undefined,
  priority: 0 | 1 = 1,
): readonly Column<T>[] => [
  {
    name: 'Containers',
    priority,
    description: 'Names of each container in the template.',
    cell: (object) =>
      containersOf(templateOf(object))
        .map(({ name }) => name)
        .join(','),
  },
  {
    name: 'Images',
    priority,
    description: 'Images referenced by each container in the template.',
    cell: (object) =>
      containersOf(templateOf(object))
        .map(({ image }) => image ?? '')
        .join(','),
  },
]
