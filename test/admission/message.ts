import { StatusError } from '../../src/base/status.js'

/** What a request that has to fail is refused with. */
export async function messageOf(asked: Promise<unknown>): Promise<string> {
  const error: unknown = await asked.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  )
  if (error instanceof StatusError) return error.status.message ?? ''
  throw error
}
