/** What one client sends in a case, and what the others may have to wait for meanwhile. */
export type HostileCase = {
  readonly name: string
  /** Milliseconds another client may wait: more where a body of 3 MiB is parsed. */
  readonly most: number
  readonly send: (ask: Ask) => Promise<unknown>
}

/** Sends a request and reads its reply; the status code. */
export type Ask = (method: string, path: string, type?: string, body?: string, headers?: object) => Promise<number>

/** Milliseconds. */
export const [SMALL, LARGE] = [50, 100]
export const JSON_TYPE = 'application/json'

export const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)
