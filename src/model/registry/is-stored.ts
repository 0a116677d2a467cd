import type { KindDef } from './kind-def.js'

/** Tells whether objects of a kind are stored; the others are reviews, or act on another object (Binding). */
export const isStored = ({ create }: Pick<KindDef, 'create'>): boolean => !create.review && !create.through
