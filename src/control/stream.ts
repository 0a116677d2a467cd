/** Texts as a stream of bytes, each made when there is room for it. */
export function streamOf(texts: Iterable<string>): ReadableStream<Uint8Array> {
  const left = texts[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = left.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
    },
    { highWaterMark: 0 },
  )
}
