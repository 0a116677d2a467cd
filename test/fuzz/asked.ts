/** A request to send. */
export type Asked = {
  readonly method: string
  readonly path: string
  readonly headers: { readonly [name: string]: string }
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** Formats a request for a report, as JSON that can be pasted into a test. */
export const shown = ({ method, path, headers, body }: Asked): string =>
  JSON.stringify({
    method,
    path,
    headers,
    ...(body === undefined ? {} : typeof body === 'string' ? { body } : { bytes: [...body] }),
  })
