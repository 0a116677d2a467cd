/** The text that was compressed with gzip and is written in base64. Rejects where that is not what it is. */
export async function decompressed(base64: string): Promise<string> {
  const characters = atob(base64)
  const bytes = new Uint8Array(characters.length)
  // Ten times quicker than a function for each.
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i)
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(plain).text()
}

/** Bytes that become characters in one call: more arguments than some engines take would be too many. */
const AT_ONCE = 32 * 1024

/** A text, compressed with gzip and written in base64. */
export async function compressed(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
  const pieces: string[] = []
  for (let i = 0; i < bytes.length; i += AT_ONCE) pieces.push(String.fromCharCode(...bytes.subarray(i, i + AT_ONCE)))
  return btoa(pieces.join(''))
}
