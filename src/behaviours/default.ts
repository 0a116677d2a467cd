import { claimProtection } from './claim-protection.js'
import { garbageCollection } from './garbage-collection.js'
import { namespaceEnd } from './namespace-end.js'
import type { Behaviour } from './types.js'
import { volumeProtection } from './volume-protection.js'

/** The parts of the real controllers that are imitated, in the order they are told of changes. */
export const defaultBehaviours: readonly Behaviour[] = [namespaceEnd, garbageCollection, claimProtection, volumeProtection]
