/** A host, or a path of it, whose requests a cluster answers. */
type Host = {
  /** The scheme, `http:` or `https:`; undefined for both. */
  readonly protocol: string | undefined
  /** The host, with its port unless it is the default port of the scheme. */
  readonly host: string
  /** The prefix of API paths, without a slash at its end: `/k8s/clusters/c-1`. */
  readonly prefix: string
}

/** Returns the URL to ask the cluster for in place of a URL; undefined if the URL is not the cluster's. */
export type Hosts = (url: URL) => string | undefined

/** Parses the hosts of a cluster; `page` is the URL of the page, which paths are relative to. */
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
 * Parses a host (`localhost:8001`), a URL (`https://example.com/k8s`), or a path of the page (`/k8s`); undefined for
 * anything else.
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

/** Removes the slashes at the end of a path. */
function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}
