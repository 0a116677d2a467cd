/**
 * The pieces of a stream of bytes that may be longer than is wanted.
 *
 * @throws what `tooLarge` gives, as soon as there are more than `most` bytes; what is still to come is read and
 * forgotten, so that a reply finds the connection open
 */
export async function* boundedPieces(
  body: ReadableStream<Uint8Array> | null,
  most: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let length = 0
  const left = piecesOf(body)
  for (let piece = await left.next(); !piece.done; piece = await left.next()) {
    length += piece.value.length
    if (length > most) {
      void drain(left)
      throw tooLarge()
    }
    yield piece.value
  }
}

async function* piecesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) yield piece.value
}

/**
 * Reads a stream of bytes that may be longer than is wanted.
 *
 * @throws as {@link boundedPieces}
 */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  most: number,
  tooLarge: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  for await (const piece of boundedPieces(body, most, tooLarge)) pieces.push(piece)
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** Reads what is left, and forgets it. */
export async function drain(left: AsyncIterator<unknown>): Promise<void> {
  try {
    while (!(await left.next()).done);
  } catch {
    // It is too long, or the client has gone.
  }
}
