/** The `x-kubernetes-action` of an operation. */
export type Action = 'list' | 'get' | 'post' | 'put' | 'patch' | 'delete' | 'deletecollection' | 'watch' | 'watchlist'

/** The target of an operation. */
type Subject = {
  /** The kind of the object, even if the subresource has bodies of another kind. */
  readonly kind: string
  readonly subresource?: string | undefined
  /** Whether descriptions of lists mention that they can be watched. */
  readonly watched: boolean
}

/** Returns the description of an operation (apiserver: installer.go; apiextensions: descriptionFor). */
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

/** Adds an article to a kind; plurals have none (apiserver: GetArticleForNoun). */
function withArticle(kind: string): string {
  if (kind.endsWith('s') && !kind.endsWith('ss')) return kind
  return `${/^[AEIOUaeiou]/.test(kind) ? 'an' : 'a'} ${kind}`
}
