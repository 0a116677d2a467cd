import { type SocketEnd, connect } from './connect.js'
import type { Answering } from './fetch.js'
import type { Hosts } from './hosts.js'
import { addressOnPage } from './page-address.js'
import { ClusterSocket } from './cluster-socket.js'

/**
 * Replaces the global `WebSocket` with one that connects to a cluster for some hosts. Returns a function to undo that.
 */
export function patchWebSocket(cluster: Answering, find: Hosts): () => void {
  const before = globalThis.WebSocket
  let isOn = true
  const patched = new Proxy(before, {
    construct(target, given: ConstructorParameters<typeof WebSocket>, made): object {
      const url = isOn ? addressOf(given[0]) : undefined
      const asked = url && find(url)
      // Constructors return an object.
      if (!asked) return Reflect.construct(target, given, made === patched ? target : made) as object
      const protocols = [given[1] ?? []].flat()
      return new ClusterSocket(url.href, (end: SocketEnd) => connect(cluster, asked, protocols, end))
    },
  })
  globalThis.WebSocket = patched
  return () => {
    isOn = false
    // If other code has replaced `WebSocket` since, its version stays, and this one passes everything on.
    if (globalThis.WebSocket === patched) globalThis.WebSocket = before
  }
}

/** Parses the URL of a WebSocket, which may have an http scheme; undefined if it is invalid. */
function addressOf(given: string | URL): URL | undefined {
  const url = addressOnPage(given)
  if (url && /^https?:$/.test(url.protocol)) url.protocol = url.protocol.replace('http', 'ws')
  return url
}
