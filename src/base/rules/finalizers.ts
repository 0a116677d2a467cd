const STANDARD = new Set(['kubernetes', 'orphan', 'foregroundDeletion'])

/** IsStandardFinalizerName of the core group: the finalizers that need no domain prefix. */
export const isStandardFinalizer = (name: string): boolean => STANDARD.has(name)
