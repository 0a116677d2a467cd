import { type SocketEnd, connect } from './connect.js'
import type { Answering } from './fetch.js'
import type { Hosts } from './hosts.js'
import { addressOnPage } from './page-address.js'
import { ClusterSocket } from './cluster-socket.js'

/** Puts a `WebSocket` that asks a cluster for some hosts in the place of the global one; returns what takes it back. */
export function patchWebSocket(cluster: Answering, find: Hosts): () => void {
  const before = globalThis.WebSocket
  let isOn = true
  const patched = new Proxy(before, {
    construct(target, given: ConstructorParameters<typeof WebSocket>, made): object {
      const url = isOn ? addressOf(given[0]) : undefined
      const asked = url && find(url)
      // As constructors do.
      if (!asked) return Reflect.construct(target, given, made === patched ? target : made) as object
      const protocols = [given[1] ?? []].flat()
      return new ClusterSocket(url.href, (end: SocketEnd) => connect(cluster, asked, protocols, end))
    },
  })
  globalThis.WebSocket = patched
  return () => {
    isOn = false
    // Where somebody has patched it since, theirs stays, and asks what was there before ours.
    if (globalThis.WebSocket === patched) globalThis.WebSocket = before
  }
}

/** The address of a WebSocket, for which browsers take that of a page too; undefined where it is none. */
function addressOf(given: string | URL): URL | undefined {
  const url = addressOnPage(given)
  if (url && /^https?:$/.test(url.protocol)) url.protocol = url.protocol.replace('http', 'ws')
  return url
}
