/** A place whose requests a cluster answers. */
type Host = {
  /** The scheme, `http:` or `https:`; any where none was named. */
  readonly protocol: string | undefined
  /** The host, with its port unless that is the scheme's own. */
  readonly host: string
  /** What stands before the paths of the API, without a slash at its end: `/k8s/clusters/c-1`. */
  readonly prefix: string
}

/**
 * Finds the address a cluster is asked for in place of one of those it stands in for; undefined for any other address.
 */
export type Hosts = (url: URL) => string | undefined

/** Reads where a cluster is asked; `page` is the address of the page, to which paths belong. */
export function readHosts(hosts: readonly string[], page: string | undefined): Hosts {
  const all = hosts.map((text) => readHost(text, page)).filter((host) => host !== undefined)
  return (url) => {
    const protocol = url.protocol.replace(/^ws/, 'http')
    const found = all.find(
      (host) =>
        host.host === url.host &&
        (host.protocol ?? protocol) === protocol &&
        `${url.pathname}/`.startsWith(`${host.prefix}/`),
    )
    if (!found) return undefined
    const path = url.pathname.slice(found.prefix.length)
    return `${protocol}//${url.host}${path.startsWith('/') ? path : `/${path}`}${url.search}`
  }
}

/**
 * Reads one place: a host (`localhost:8001`), an address (`https://example.com/k8s`), a path of the page (`/k8s`);
 * undefined for anything else.
 */
export function readHost(text: string, page: string | undefined): Host | undefined {
  const isPath = /^\/(?!\/)/.test(text)
  const isAddress = /^https?:\/\//i.test(text)
  if (!isPath && !isAddress && /[/?#@\\\s]|^$/.test(text)) return undefined
  const base = isPath ? page : undefined
  const address = isPath || isAddress ? text : `http://${text}`
  if ((isPath && base === undefined) || !URL.canParse(address, base)) return undefined
  const { protocol, host, pathname, search, hash, username } = new URL(address, base)
  if (search || hash || username) return undefined
  return { protocol: isPath || isAddress ? protocol : undefined, host, prefix: withoutSlashes(pathname) }
}

/** A path without the slashes it ends in. */
function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}
