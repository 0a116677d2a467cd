import { ageColumn, nameColumn } from '../registry/columns.js'
import type { Standard } from '../registry/registry.js'
import { scale } from './autoscaling/scale.js'

/** What custom resources share with the kinds that are built in. */
export const standard: Standard = { nameColumn, ageColumn, scale }
