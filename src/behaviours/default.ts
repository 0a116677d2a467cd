import { namespaceEnd } from './namespace-end.js'
import type { Behaviour } from './types.js'

/** The parts of the real controllers that are imitated, in the order they are told of changes. */
export const defaultBehaviours: readonly Behaviour[] = [namespaceEnd]
