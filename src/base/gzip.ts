import { bytesText, charBytes } from './utf8.js'

/** Decompresses a gzipped text given in base64. Rejects if it is not one. */
export async function decompressed(base64: string): Promise<string> {
  const plain = new Blob([charBytes(atob(base64))]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(plain).text()
}

/** Compresses a text with gzip and encodes it in base64. */
export async function compressed(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return btoa(bytesText(new Uint8Array(await new Response(packed).arrayBuffer())))
}
