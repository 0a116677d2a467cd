const STANDARD = new Set(['kubernetes', 'orphan', 'foregroundDeletion'])

/** IsStandardFinalizerName of the core group: the finalizers that need no domain in front. */
export const isStandardFinalizer = (name: string): boolean => STANDARD.has(name)
