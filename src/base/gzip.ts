/** The text that was compressed with gzip and is written in base64. Rejects where that is not what it is. */
export async function decompressed(base64: string): Promise<string> {
  const characters = atob(base64)
  const bytes = new Uint8Array(characters.length)
  // Ten times quicker than a function for each.
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i)
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(plain).text()
}
