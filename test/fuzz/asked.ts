/** A request as it is sent. */
export type Asked = {
  readonly method: string
  readonly path: string
  readonly headers: { readonly [name: string]: string }
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** A request as it can be read in a report, and pasted into a test. */
export const shown = ({ method, path, headers, body }: Asked): string =>
  JSON.stringify({
    method,
    path,
    headers,
    ...(body === undefined ? {} : typeof body === 'string' ? { body } : { bytes: [...body] }),
  })
