import type { JsonObject } from '../../base/json.js'
import { ImportError } from './import-error.js'
import { ASK_AS, type Remote, parsed } from './remote.js'
import { type RemoteResource, groupVersionOf, objectsOf } from './resources.js'

const PAGE = 500

/**
 * Lists the objects of a resource, in all or some namespaces, page by page.
 *
 * @throws ImportError if listing is not permitted
 */
export async function readObjects(
  remote: Remote,
  resource: RemoteResource,
  namespaces: readonly string[],
): Promise<readonly JsonObject[]> {
  const inside = resource.namespaced && namespaces.length > 0 ? namespaces : [undefined]
  const found: JsonObject[] = []
  for (const namespace of inside) found.push(...(await readAll(remote, resource, namespace)))
  return found
}

async function readAll(
  remote: Remote,
  resource: RemoteResource,
  namespace: string | undefined,
): Promise<readonly JsonObject[]> {
  const path = pathOf(resource, namespace)
  let found: JsonObject[] = []
  for (let next: string | undefined = `?limit=${PAGE}`; next !== undefined;) {
    const { status, text } = await remote.get(path + next)
    const list = parsed(text)
    // The continue token has expired, so everything is listed at once.
    if (status === 410 && next !== '') {
      found = []
      next = ''
      continue
    }
    if (status !== 200 || !list) throw new ImportError(refusal(remote.base, resource, namespace, status, list))
    for (const item of objectsOf(list['items']))
      found.push({ ...item, apiVersion: groupVersionOf(resource), kind: resource.kind })
    next = nextPage(list)
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

function refusal(
  base: string,
  { group, plural, namespaced }: RemoteResource,
  namespace: string | undefined,
  status: number,
  reply: JsonObject | undefined,
): string {
  const what = `list ${plural}${group === '' ? '' : `.${group}`}${namespace === undefined ? '' : ` in namespace ${namespace}`}`
  const said = typeof reply?.['message'] === 'string' ? `: ${reply['message']}` : ''
  if (status !== 403) return `${base} answers ${status} where it is asked to ${what}${said}`
  const narrower = namespaced && namespace === undefined ? ', or ask for some namespaces: --namespace NAME…' : ''
  return `${base} does not let you ${what} (403)${said}. ${ASK_AS}${narrower}.`
}
