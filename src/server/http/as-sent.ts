import type { Asked } from '../wire/handle.js'

/**
 * Gives a Request the URL that its client sent: the constructor of Request resolves `.` and `..`, also as `%2E`, and
 * turns `\` into `/`, whereas the real server takes them for names. `peer` tells of the client.
 */
export const asSent = (request: Request, url: string, peer: Pick<Asked, 'client' | 'address'> = {}): Request =>
  Object.defineProperties(request, {
    url: { value: url },
    client: { value: peer.client },
    address: { value: peer.address },
  })

/** Returns a URL with another path, which is not parsed. */
export function withPath(url: string, path: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.slice(start).search(/[?#]/)
  return `${url.slice(0, start)}${path}${end < 0 ? '' : url.slice(start + end)}`
}

/** Returns the path that a request target (`/path?query`) begins with. */
export const pathIn = (target: string): string => target.split(/[?#]/, 1).join('')
