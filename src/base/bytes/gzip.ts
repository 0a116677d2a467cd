import { gatherBytes } from './gathered-bytes.js'
import { bytesText, charBytes } from './utf8.js'

/**
 * Decompresses a gzipped text given in base64. Rejects if it is not one, and with what `tooLong` returns if it has more
 * than `most` bytes.
 */
export async function decompressed(
  base64: string,
  most = Infinity,
  tooLong = () => new Error('the text is too long'),
): Promise<string> {
  const plain = new Blob([charBytes(atob(base64))]).stream().pipeThrough(new DecompressionStream('gzip'))
  const gathered = gatherBytes()
  const reader = plain.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    gathered.add(piece.value)
    if (gathered.length() <= most) continue
    await reader.cancel()
    throw tooLong()
  }
  return new TextDecoder().decode(gathered.all())
}

/** Compresses a text with gzip and encodes it in base64. */
export async function compressed(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return btoa(bytesText(new Uint8Array(await new Response(packed).arrayBuffer())))
}
