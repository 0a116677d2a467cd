/** What one client sends, and how long others may have to wait meanwhile. */
export type HostileCase = {
  readonly name: string
  /** The most milliseconds that another client may wait: more where a body of 3 MiB is parsed. */
  readonly most: number
  readonly send: (ask: Ask) => Promise<unknown>
}

/** Sends a request, reads its reply and returns the status code. */
export type Ask = (method: string, path: string, type?: string, body?: string, headers?: object) => Promise<number>

/** Limits in milliseconds. */
export const [SMALL, LARGE] = [50, 100]
export const JSON_TYPE = 'application/json'

export const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)
