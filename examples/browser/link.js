/** Reads the state in the fragment of the address; undefined if there is none, or none that can be read. */
export async function readLink() {
  const text = /^#state=([\w-]+)$/.exec(location.hash)?.[1]
  if (text === undefined) return undefined
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    const { fixtures, nodes, faults } = JSON.parse(await piped(bytes, new DecompressionStream('deflate-raw')).text())
    return { fixtures: String(fixtures), nodes: Number(nodes), faults: Array.isArray(faults) ? faults : [] }
  } catch {
    return undefined
  }
}

/** Puts a state into the fragment of the address, which browsers send to no server. */
export async function writeLink(state) {
  const packed = piped(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'))
  const text = btoa(String.fromCharCode(...new Uint8Array(await packed.arrayBuffer())))
  history.replaceState(null, '', `#state=${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`)
}

const piped = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream))
