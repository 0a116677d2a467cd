import { ageColumn, nameColumn } from '../kind/columns.js'
import type { Standard } from '../kind/registry.js'
import { scale } from './companions/scale.js'

/** What custom resources share with the kinds that are built in. */
export const standard: Standard = { nameColumn, ageColumn, scale }
