/** What a request may ask of a kind; the words of discovery. */
export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch'

/** Tells the verbs that only read. */
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
