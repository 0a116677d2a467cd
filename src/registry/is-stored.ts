import type { KindDef } from './kind-def.js'

/** Tells whether objects of a kind are kept; others are questions, or tell what is done with another object. */
export const isStored = ({ create }: Pick<KindDef, 'create'>): boolean => !create.review && !create.through
