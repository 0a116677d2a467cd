import { structOf } from '../../../model/registry/struct-schema.js'
import type { Schema } from '../../../schema/types.js'

/** Lists that validation must distinguish from missing ones when they are empty: they must not be set at all. */
export const KEPT_EMPTY_OF_PODS = { 'core.v1.EphemeralContainer': ['ports', 'resizePolicy'] }

/** Returns the schema of a struct (`core.v1.PodSpec`) as kinds with pods or templates of pods have it. */
export const podStructOf = (name: string): Schema => structOf(name, KEPT_EMPTY_OF_PODS)
