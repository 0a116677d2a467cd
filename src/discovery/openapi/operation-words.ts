/** What an operation on a kind is called in `x-kubernetes-action`. */
export type Action = 'list' | 'get' | 'post' | 'put' | 'patch' | 'delete' | 'deletecollection' | 'watch' | 'watchlist'

/** What an operation is done to. */
type Subject = {
  /** The kind of the object, also where the operation is on a subresource with bodies of another. */
  readonly kind: string
  readonly subresource?: string | undefined
  /** Lists tell that they can be watched. */
  readonly watched: boolean
}

/** What is said of an operation (apiserver: installer.go; apiextensions: descriptionFor). */
export function operationWords(action: Action, { kind, subresource, watched }: Subject): string {
  const of = subresource ? `${subresource} of ` : ''
  switch (action) {
    case 'list':
      return `list ${watched ? 'or watch ' : ''}objects of kind ${kind}`
    case 'get':
      return `read ${of}the specified ${kind}`
    case 'post':
      return `create ${of}${withArticle(kind)}`
    case 'put':
      return `replace ${of}the specified ${kind}`
    case 'patch':
      return `partially update ${of}the specified ${kind}`
    case 'delete':
      return `delete ${of}${withArticle(kind)}`
    case 'deletecollection':
      return `delete collection of ${kind}`
    case 'watch':
      return `watch changes to an object of kind ${kind}. ${OLD_PATH}, filtered to a single item with the 'fieldSelector' parameter.`
    case 'watchlist':
      return `watch individual changes to a list of ${kind}. ${OLD_PATH}.`
  }
}

const OLD_PATH = "deprecated: use the 'watch' parameter with a list operation instead"

/** A kind after its article; plurals have none (apiserver: GetArticleForNoun). */
function withArticle(kind: string): string {
  if (kind.endsWith('s') && !kind.endsWith('ss')) return kind
  return `${/^[aeiou]/i.test(kind) ? 'an' : 'a'} ${kind}`
}
