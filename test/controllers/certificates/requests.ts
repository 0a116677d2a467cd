import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto'
import { TAG, der, derId, derNumber } from '../../../src/base/bytes/der.js'
import { formatPem } from '../../../src/base/bytes/pem.js'

/** The contents of a certificate request. */
export type Asked = {
  readonly name: string
  readonly organizations?: readonly string[]
  /** The subjectAltNames, with the ASN.1 tags of their types. */
  readonly others?: readonly (readonly [tag: number, name: string])[]
  readonly type?: 'rsa' | 'P-256' | 'P-384' | 'ed25519'
  /** Signs the request with a key other than its own. */
  readonly isForged?: boolean
}

const text = (value: string) => new TextEncoder().encode(value)
const named = (id: string, value: string) => der(TAG.set, der(TAG.sequence, derId(id), der(0x0c, text(value))))
const keysOf = (type: Asked['type'] = 'P-256') =>
  type === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : type === 'ed25519'
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('ec', { namedCurve: type })

const ALGORITHMS = {
  rsa: { id: '1.2.840.113549.1.1.11', hash: 'sha256' },
  'P-256': { id: '1.2.840.10045.4.3.2', hash: 'sha256' },
  'P-384': { id: '1.2.840.10045.4.3.3', hash: 'sha384' },
  ed25519: { id: '1.3.101.112', hash: null },
} as const

/** Creates a certificate request as base64 of PEM; returns it with its keys. */
export function requestFor({ name, organizations = [], others = [], type = 'P-256', isForged }: Asked): {
  readonly request: string
  readonly key: KeyObject
  readonly secret: KeyObject
} {
  const { publicKey, privateKey } = keysOf(type)
  const names = der(TAG.sequence, ...others.map(([tag, other]) => der(tag, text(other))))
  const extension = der(TAG.sequence, derId('2.5.29.17'), der(TAG.bytes, names))
  const extensions = der(TAG.sequence, derId('1.2.840.113549.1.9.14'), der(TAG.set, der(TAG.sequence, extension)))
  const info = der(
    TAG.sequence,
    derNumber([0]),
    der(TAG.sequence, ...organizations.map((each) => named('2.5.4.10', each)), named('2.5.4.3', name)),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa0, ...(others.length > 0 ? [extensions] : [])),
  )
  const { id, hash } = ALGORITHMS[type]
  const signature = sign(hash, info, isForged ? keysOf(type).privateKey : privateKey)
  const bytes = der(TAG.sequence, info, der(TAG.sequence, derId(id)), der(TAG.bits, [0], signature))
  return { request: btoa(formatPem({ type: 'CERTIFICATE REQUEST', bytes })), key: publicKey, secret: privateKey }
}
