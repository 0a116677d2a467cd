import { goQuote } from '../../../base/go/printable.js'
import type { Container } from './pod-types.js'

type Port = NonNullable<Container['ports']>[number] & {
  readonly name?: string
  readonly hostIP?: string
  readonly protocol?: string
}
type Block = readonly [port: Port, field: string]

/** Returns the warnings for container ports that conflict. */
export function warningsOfPorts(
  containers: readonly (readonly [container: Container, field: string])[],
): readonly string[] {
  const all = containers.flatMap(([{ ports = [] }, at]) => ports.map((port, i): Block => [port, `${at}.ports[${i}]`]))
  // Only ports of the same number and protocol can conflict.
  const before = new Map<string, Block[]>()
  const named = new Map<string, Block>()
  return [
    ...all.flatMap((block) => {
      const [{ containerPort, protocol }] = block
      const key = `${containerPort}/${protocol}`
      const others = before.get(key) ?? []
      const advice = [...warningsOfHost(block), ...others.flatMap((other) => warningsOfPair(block, other))]
      others.push(block)
      before.set(key, others)
      return advice
    }),
    ...all.flatMap((block) => {
      const [{ name }, field] = block
      if (!name) return []
      const other = named.get(name)
      if (!other) named.set(name, block)
      const use = 'services and probes that select ports by name will use'
      return other ? [`${field}: duplicate port name ${goQuote(name)} with ${other[1]}, ${use} ${other[1]}`] : []
    }),
  ]
}

const warningsOfHost = ([{ name = '', hostPort = 0, containerPort, protocol = '', hostIP }, field]: Block) =>
  hostIP && !hostPort
    ? [
        `${field}: hostIP set without hostPort: {Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`,
      ]
    : []

function warningsOfPair([port, field]: Block, [other, otherField]: Block): readonly string[] {
  if (port.containerPort !== other.containerPort || port.protocol !== other.protocol) return []
  const [own, others] = [port.hostPort ?? 0, other.hostPort ?? 0]
  const [ip, otherIp] = [port.hostIP ?? '', other.hostIP ?? '']
  if (own === others && ip === otherIp) return [`${field}: duplicate port definition with ${otherField}`]
  if (own === 0 || others === 0) return [`${field}: overlapping port definition with ${otherField}`]
  return own === others && (ip === '') !== (otherIp === '')
    ? [`${field}: dangerously ambiguous port definition with ${otherField}`]
    : []
}
