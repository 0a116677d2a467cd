import { gatherBytes } from './gathered-bytes.js'

/**
 * Yields the chunks of a byte stream whose length is limited.
 *
 * @throws what `tooLarge` returns, as soon as there are more than `most` bytes; the rest is read and discarded, so that
 * the connection is still open for a reply
 */
export async function* boundedPieces(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  most: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
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

async function* piecesOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) yield piece.value
}

/**
 * Reads a byte stream whose length is limited.
 *
 * @throws as {@link boundedPieces} does
 */
export async function readBounded(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  most: number,
  tooLarge: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  const gathered = gatherBytes()
  for await (const piece of boundedPieces(body, most, tooLarge)) gathered.add(piece)
  return gathered.all()
}

/** Reads and discards the rest of a stream. */
export async function drain(left: AsyncIterator<unknown>): Promise<void> {
  try {
    while (!(await left.next()).done);
  } catch {
    // It is too long, or the client has disconnected.
  }
}
