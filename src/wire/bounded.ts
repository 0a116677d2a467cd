import { MAX_BODY_BYTES, bodyTooLarge } from './body.js'

/**
 * Reads a body whose length nobody has stated.
 *
 * @throws StatusError 413 as soon as it is over the limit
 */
export async function readBounded(body: Request['body']): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  if (!reader) return new Uint8Array()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    length += piece.value.length
    if (length > MAX_BODY_BYTES) {
      // What is still to come is read and forgotten, so that the reply finds the connection open.
      void drain(reader)
      throw bodyTooLarge()
    }
    pieces.push(piece.value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client has gone.
  }
}
