/** An address as eight groups of sixteen bits; an IPv4 address is in the last two. */
export type Ip = {
  readonly groups: readonly number[]
  /** The notation it was written in. */
  readonly written: 4 | 6
  /** The family; an IPv6 text may hold an IPv4 address (`::ffff:1.2.3.4`). */
  readonly family: 4 | 6
  /** Whether it parsed only because leading zeros were ignored. */
  readonly hasLeadingZeros: boolean
}

/** ParseIPSloppy of k8s.io/utils/net: leading zeros are accepted, but noted. */
export function parseIp(value: string): Ip | undefined {
  const v4 = parseV4(value)
  if (v4)
    return { groups: [0, 0, 0, 0, 0, 0xffff, ...v4.groups], written: 4, family: 4, hasLeadingZeros: v4.hasLeadingZeros }
  const halves = value.split('::')
  if (halves.length > 2) return undefined
  const [head = [], tail] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const end = tail ?? head
  const last = end.pop()
  const lastV4 = last?.includes('.') ? parseV4(last) : undefined
  if (last !== undefined && !lastV4) end.push(last)
  const words = [...head, ...(tail ?? [])]
  if (!words.every(isGroup)) return undefined
  const missing = 8 - words.length - (lastV4 ? 2 : 0)
  if (tail ? missing < 1 : missing !== 0) return undefined
  const numbers = (list: readonly string[]) => list.map((word) => Number.parseInt(word, 16))
  const groups = [
    ...numbers(head),
    ...Array<number>(missing).fill(0),
    ...numbers(tail ?? []),
    ...(lastV4?.groups ?? []),
  ]
  return {
    groups,
    written: 6,
    family: isMapped(groups) ? 4 : 6,
    hasLeadingZeros: words.some((word) => word.length > 4) || lastV4?.hasLeadingZeros === true,
  }
}

const isGroup = (word: string) => /^0*[0-9a-fA-F]{1,4}$/.test(word)

const isMapped = (groups: readonly number[]) => groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)

function parseV4(value: string): { groups: number[]; hasLeadingZeros: boolean } | undefined {
  const octets = value.split('.')
  if (octets.length !== 4 || !octets.every((octet) => /^0*\d{1,3}$/.test(octet) && Number(octet) <= 255))
    return undefined
  const [a = 0, b = 0, c = 0, d = 0] = octets.map(Number)
  return {
    groups: [a * 256 + b, c * 256 + d],
    hasLeadingZeros: octets.some((octet) => octet.length > 1 && octet[0] === '0'),
  }
}

const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const PLAIN_V4 = new RegExp(String.raw`^(?:${OCTET}\.){3}${OCTET}$`)

/** Returns an address as Go prints it, with its family; undefined if it is invalid. Fast path: canonical IPv4. */
export function canonicalIp(value: string): { readonly text: string; readonly family: 4 | 6 } | undefined {
  if (PLAIN_V4.test(value)) return { text: value, family: 4 }
  const parsed = parseIp(value)
  return parsed && { text: ipText(parsed.groups), family: parsed.family }
}

/** Prints an address as Go does: dotted IPv4, or IPv6 after RFC 5952 with the first longest run of zeros folded. */
export function ipText(groups: readonly number[]): string {
  if (isMapped(groups))
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  let start = -1
  let length = 1
  for (let i = 0; i < 8; i++) {
    let end = i
    while (groups[end] === 0) end++
    if (end - i > length) [start, length] = [i, end - i]
  }
  const hex = (list: readonly number[]) => list.map((group) => group.toString(16)).join(':')
  return start < 0 ? hex(groups) : `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`
}
