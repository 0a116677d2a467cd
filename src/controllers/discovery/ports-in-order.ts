import { md5 } from '@noble/hashes/legacy.js'
import { compareBytes } from '../../base/json/json.js'

/** A port of Endpoints or of an EndpointSlice. */
type Port = {
  readonly name?: string
  readonly port?: number
  readonly protocol?: string
  readonly appProtocol?: string
}

/** Sorts ports by their hashes, as the real controllers do. */
export const portsInOrder = <T extends Port>(ports: readonly T[], printed: (port: T) => string): readonly T[] =>
  ports.length < 2
    ? ports
    : ports
        .map((port) => ({ port, hash: hashOf(printed(port)) }))
        .sort((a, b) => compareBytes(a.hash, b.hash))
        .map(({ port }) => port)

const hashOf = (text: string) =>
  Array.from(md5(new TextEncoder().encode(text)), (byte) => byte.toString(16).padStart(2, '0')).join('')

// Printed as by k8s.io/apimachinery's dump.ForHash.
/** Prints a port of Endpoints. */
export const printedPort = ({ name = '', port = 0, protocol = '', appProtocol }: Port): string =>
  `(v1.EndpointPort){Name:(string)${name} Port:(int32)${port} Protocol:(v1.Protocol)${protocol} AppProtocol:(*string)${appProtocol ?? '<nil>'}}`

/** Prints a port of an EndpointSlice. */
export const printedSlicePort = ({ name, port, protocol, appProtocol }: Port): string =>
  `(v1.EndpointPort){Name:(*string)${name ?? '<nil>'} Protocol:(*v1.Protocol)${protocol ?? '<nil>'} Port:(*int32)${port ?? '<nil>'} AppProtocol:(*string)${appProtocol ?? '<nil>'}}`
