import { goQuote } from '../../../base/go-print.js'
import type { Container } from './pod-types.js'

type Port = NonNullable<Container['ports']>[number] & {
  readonly name?: string
  readonly hostIP?: string
  readonly protocol?: string
}
type Block = readonly [port: Port, field: string]

/** Advice about ports of containers that get in each other's way. */
export function adviceOfPorts(
  containers: readonly (readonly [container: Container, field: string])[],
): readonly string[] {
  const all = containers.flatMap(([{ ports = [] }, at]) => ports.map((port, i): Block => [port, `${at}.ports[${i}]`]))
  return [
    ...all.flatMap((block, i) => [
      ...adviceOfHost(block),
      ...all.slice(0, i).flatMap((other) => adviceOfPair(block, other)),
    ]),
    ...all.flatMap(([{ name }, field], i) => {
      if (!name) return []
      const other = all.slice(0, i).find(([before]) => before.name === name)
      const use = 'services and probes that select ports by name will use'
      return other ? [`${field}: duplicate port name ${goQuote(name)} with ${other[1]}, ${use} ${other[1]}`] : []
    }),
  ]
}

const adviceOfHost = ([{ name = '', hostPort = 0, containerPort, protocol = '', hostIP }, field]: Block) =>
  hostIP && !hostPort
    ? [
        `${field}: hostIP set without hostPort: {Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`,
      ]
    : []

function adviceOfPair([port, field]: Block, [other, otherField]: Block): readonly string[] {
  if (port.containerPort !== other.containerPort || port.protocol !== other.protocol) return []
  const [own, others] = [port.hostPort ?? 0, other.hostPort ?? 0]
  const [ip, otherIp] = [port.hostIP ?? '', other.hostIP ?? '']
  if (own === others && ip === otherIp) return [`${field}: duplicate port definition with ${otherField}`]
  if (own === 0 || others === 0) return [`${field}: overlapping port definition with ${otherField}`]
  return own === others && (ip === '') !== (otherIp === '')
    ? [`${field}: dangerously ambiguous port definition with ${otherField}`]
    : []
}
