/** The verbs of requests, as discovery names them. */
export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch'

/** Tells whether a verb only reads. */
export const isRead = (verb: Verb): boolean => verb === 'get' || verb === 'list' || verb === 'watch'

/** Every verb, sorted as discovery lists them. */
export const fullVerbs: readonly Verb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
]
