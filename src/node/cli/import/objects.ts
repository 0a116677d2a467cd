import type { JsonObject } from '../../../base/json/json.js'
import { append } from '../../../base/lists/append.js'
import type { Bounds } from './bounds.js'
import { ImportError } from './import-error.js'
import { ASK_AS, LESS, type Remote } from './remote.js'
import { type RemoteResource, groupVersionOf, objectsOf } from './resources.js'

const PAGE = 500

/** Lists the objects of a resource, in all or some namespaces. @throws ImportError */
type Lister = (resource: RemoteResource, namespaces: readonly string[]) => Promise<readonly JsonObject[]>

/** Creates the function that lists the objects of resources page by page, within the bounds of an import. */
export function createLister(remote: Remote, bounds: Bounds): Lister {
  let left = bounds.objects
  const count = (more: number) => {
    left -= more
    if (left < 0)
      throw new ImportError(`${remote.base} has more than ${bounds.objects} objects of these kinds. ${LESS}.`)
  }
  return async (resource, namespaces) => {
    const inside = resource.namespaced && namespaces.length > 0 ? namespaces : [undefined]
    const found: JsonObject[] = []
    for (const namespace of inside)
      append(found, await readAll({ remote, resource, namespace, pages: bounds.pages, count }))
    return found
  }
}

type Listing = {
  readonly remote: Remote
  readonly resource: RemoteResource
  readonly namespace: string | undefined
  readonly pages: number
  /** Counts objects of all listings. @throws ImportError for too many */
  readonly count: (more: number) => void
}

async function readAll(listing: Listing): Promise<readonly JsonObject[]> {
  const { remote, resource, namespace, pages, count } = listing
  const path = pathOf(resource, namespace)
  const asked = new Set<string>()
  let found: JsonObject[] = []
  let isWhole = false
  for (let next: string | undefined = `?limit=${PAGE}`; next !== undefined;) {
    const { status, value: list } = await remote.get(path + next)
    // The continue token has expired, so everything is listed at once, which no reply can ask for a second time.
    if (status === 410 && !isWhole && next !== '') {
      found = []
      next = ''
      isWhole = true
      asked.clear()
      continue
    }
    if (status !== 200 || !list) throw new ImportError(refusal(listing, status, list))
    const items = objectsOf(list['items'])
    count(items.length)
    for (const item of items) found.push({ ...item, apiVersion: groupVersionOf(resource), kind: resource.kind })
    next = nextPage(list)
    if (next === undefined) break
    if (asked.has(next) || asked.size >= pages) throw new ImportError(endless(listing, asked.has(next)))
    asked.add(next)
  }
  return found
}

const pathOf = (resource: RemoteResource, namespace: string | undefined): string =>
  `/${resource.group === '' ? 'api' : 'apis'}/${groupVersionOf(resource)}/${
    namespace === undefined ? '' : `namespaces/${encodeURIComponent(namespace)}/`
  }${resource.plural}`

function nextPage({ metadata }: JsonObject): string | undefined {
  const rest = (metadata as JsonObject | undefined)?.['continue'] // a list has metadata; without it nothing is read
  return typeof rest === 'string' && rest !== '' ? `?limit=${PAGE}&continue=${encodeURIComponent(rest)}` : undefined
}

function endless({ remote, resource, namespace, pages }: Listing, isSame: boolean): string {
  const why = isSame ? 'continues at the same place again and again' : `has more than ${pages} pages`
  return `The list of ${wordOf(resource, namespace)} of ${remote.base} ${why}; is it a Kubernetes API?`
}

function refusal({ remote, resource, namespace }: Listing, status: number, reply: JsonObject | undefined): string {
  const what = `list ${wordOf(resource, namespace)}`
  const said = typeof reply?.['message'] === 'string' ? `: ${reply['message']}` : ''
  if (status === 200) return `${remote.base} answers no JSON where it is asked to ${what}`
  if (status !== 403) return `${remote.base} answers ${status} where it is asked to ${what}${said}`
  const narrower =
    resource.namespaced && namespace === undefined ? ', or ask for some namespaces: --namespace NAME…' : ''
  return `${remote.base} does not let you ${what} (403)${said}. ${ASK_AS}${narrower}.`
}

const wordOf = ({ group, plural }: RemoteResource, namespace: string | undefined): string =>
  `${plural}${group === '' ? '' : `.${group}`}${namespace === undefined ? '' : ` in namespace ${namespace}`}`
