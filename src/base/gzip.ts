import { bytesText, charBytes } from './utf8.js'

/** The text that was compressed with gzip and is written in base64. Rejects where that is not what it is. */
export async function decompressed(base64: string): Promise<string> {
  const plain = new Blob([charBytes(atob(base64))]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(plain).text()
}

/** A text, compressed with gzip and written in base64. */
export async function compressed(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return btoa(bytesText(new Uint8Array(await new Response(packed).arrayBuffer())))
}
