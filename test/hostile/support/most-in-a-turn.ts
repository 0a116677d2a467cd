/** Sends requests at once; returns the most replies of one turn of the event loop. All of them must succeed. */
export async function mostInATurn(count: number, send: () => Promise<Response>): Promise<number> {
  let [replies, most] = [0, 0]
  const all = Promise.all(
    Array.from({ length: count }, async () => {
      const { status } = await send()
      if (status >= 300) throw new Error(`a reply of ${status}`)
      replies++
    }),
  )
  while (replies < count) {
    const before = replies
    await Promise.race([new Promise((resolve) => setImmediate(resolve)), all])
    most = Math.max(most, replies - before)
  }
  await all
  return most
}
