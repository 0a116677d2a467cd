import { StatusError } from '../../../src/base/errors/status.js'

/** Returns the message of the Status with which a request fails; undefined if it succeeds. */
export const refusalOf = (asked: Promise<unknown>): Promise<string | undefined> =>
  asked.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof StatusError) return error.status.message
      throw error
    },
  )

/** Returns the message of the Status with which a request fails; throws if it succeeds. */
export async function messageOf(asked: Promise<unknown>): Promise<string> {
  const error: unknown = await asked.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  )
  if (error instanceof StatusError) return error.status.message ?? ''
  throw error
}
