import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { BinaryWriter } from '@bufbuild/protobuf/wire'

type Sample = {
  readonly apiVersion: string
  readonly kind: string
  readonly json: { readonly metadata: object }
  readonly protobuf: string
}

/** An object of each kind in protobuf, as a Go client encodes it, and the same in JSON. */
export const samples = JSON.parse(
  gunzipSync(readFileSync(new URL('protobuf-samples.json.gz', import.meta.url))).toString(),
) as readonly Sample[]
/** The bytes of a sample. */
export const bytesOf = ({ protobuf }: Sample) => new Uint8Array(Buffer.from(protobuf, 'base64'))

const text = new TextEncoder()
/** Concatenates bytes and strings. */
export const join = (...parts: readonly (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? text.encode(part) : part))))
/** Encodes a message of length-delimited fields. */
export const message = (fields: readonly (readonly [number, string | Uint8Array])[]) => {
  const writer = new BinaryWriter()
  for (const [number, value] of fields)
    writer.tag(number, 2).bytes(typeof value === 'string' ? text.encode(value) : value)
  return new Uint8Array(writer.finish())
}
/** The `runtime.Unknown` envelope of an object, as in a request body. */
export const envelope = (apiVersion: string, kind: string, raw: Uint8Array) =>
  join(
    'k8s\0',
    message([
      [
        1,
        message([
          [1, apiVersion],
          [2, kind],
        ]),
      ],
      [2, raw],
    ]),
  )
/** ObjectMeta with the name. */
export const metadata = (name: string) => message([[1, name]])
/** A Namespace with the name, in its envelope. */
export const namespace = (name: string) =>
  envelope(
    'v1',
    'Namespace',
    message([
      [1, metadata(name)],
      [2, ''],
      [3, ''],
    ]),
  )
