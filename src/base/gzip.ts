/** The text that was compressed with gzip and is written in base64. Rejects where that is not what it is. */
export async function decompressed(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(plain).text()
}
