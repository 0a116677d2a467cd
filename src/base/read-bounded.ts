/**
 * Reads a stream of bytes that may be longer than is wanted.
 *
 * @throws what `tooLarge` gives, as soon as there are more than `most` bytes; what is still to come is read and
 * forgotten, so that a reply finds the connection open
 */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  most: number,
  tooLarge: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  if (!reader) return new Uint8Array()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    length += piece.value.length
    if (length > most) {
      void drain(reader)
      throw tooLarge()
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
