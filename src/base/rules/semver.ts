import { goQuote } from '../go/printable.js'

type Semver = { readonly core: readonly bigint[]; readonly pre: readonly string[] }

const ZERO: Semver = { core: [0n, 0n, 0n], pre: [] }

/** Parse of github.com/blang/semver: strictly `major.minor.patch[-pre][+build]`. */
export const semver = (value: string): string[] =>
  semverFault(value) === undefined ? [] : ['must be a valid semantic version']

/** Returns what the parser says of a text that is no version. */
export function semverFault(value: string): string | undefined {
  const found = parse(value)
  return typeof found === 'string' ? found : undefined
}

/** Compares two versions by precedence (build metadata is ignored); an invalid one counts as `0.0.0`. */
export function compareSemver(a: string, b: string): -1 | 0 | 1 {
  return compare(versionIn(a), versionIn(b))
}

/** Returns the three numbers of a version; zeros for an invalid one. */
export const semverCore = (value: string): readonly bigint[] => versionIn(value).core

function compare(a: Semver, b: Semver): -1 | 0 | 1 {
  for (const [i, part] of a.core.entries()) {
    const other = b.core[i] ?? 0
    if (part !== other) return part < other ? -1 : 1
  }
  if (a.pre.length === 0 || b.pre.length === 0) return a.pre.length === b.pre.length ? 0 : a.pre.length === 0 ? 1 : -1
  for (const [i, part] of a.pre.entries()) {
    const other = b.pre[i]
    if (other === undefined) return 1
    if (part !== other) return comparePre(part, other)
  }
  return a.pre.length < b.pre.length ? -1 : 0
}

function comparePre(a: string, b: string): -1 | 1 {
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1
  if (isNumber(a)) return BigInt(a) < BigInt(b) ? -1 : 1
  return a < b ? -1 : 1
}

const isNumber = (part: string) => /^[0-9]+$/.test(part)

function versionIn(value: string): Semver {
  const found = parse(value)
  return typeof found === 'string' ? ZERO : found
}

/** Reads a version; a text is the first fault. */
function parse(value: string): Semver | string {
  if (value === '') return 'Version string empty'
  const [major, minor, ...others] = value.split('.')
  if (major === undefined || minor === undefined || others.length === 0) return 'No Major.Minor.Patch elements found'
  const rest = others.join('.')
  const [before, build] = cut(rest, '+')
  const [patch, pre] = cut(before, '-')
  const fault =
    numberFault('major', major) ??
    numberFault('minor', minor) ??
    numberFault('patch', patch) ??
    firstOf(pre, preFault) ??
    firstOf(build, buildFault)
  return fault ?? { core: [major, minor, patch].map(BigInt), pre: pre ?? [] }
}

/** Splits a text at a sign, and what follows at its dots. */
function cut(text: string, sign: string): [before: string, parts: readonly string[] | undefined] {
  const at = text.indexOf(sign)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1).split('.')]
}

function firstOf(parts: readonly string[] = [], faultOf: (part: string) => string | undefined): string | undefined {
  for (const part of parts) {
    const fault = faultOf(part)
    if (fault !== undefined) return fault
  }
  return undefined
}

function numberFault(name: string, text: string): string | undefined {
  if (!/^[0-9]*$/.test(text)) return `Invalid character(s) found in ${name} number ${goQuote(text)}`
  if (/^0./.test(text))
    return `${name.replace(/^./, (first) => first.toUpperCase())} number must not contain leading zeroes ${goQuote(text)}`
  return sizeFault(text)
}

// Go keeps the numbers in 64 bits.
const LARGEST = 2n ** 64n - 1n

function sizeFault(text: string): string | undefined {
  if (text === '') return 'strconv.ParseUint: parsing "": invalid syntax'
  return BigInt(text) > LARGEST ? `strconv.ParseUint: parsing ${goQuote(text)}: value out of range` : undefined
}

const ALPHANUMERIC = /^[0-9A-Za-z-]+$/

function preFault(text: string): string | undefined {
  if (text === '') return 'Prerelease is empty'
  if (!isNumber(text))
    return ALPHANUMERIC.test(text) ? undefined : `Invalid character(s) found in prerelease ${goQuote(text)}`
  if (/^0./.test(text)) return `Numeric PreRelease version must not contain leading zeroes ${goQuote(text)}`
  return sizeFault(text)
}

function buildFault(text: string): string | undefined {
  if (text === '') return 'Build meta data is empty'
  return ALPHANUMERIC.test(text) ? undefined : `Invalid character(s) found in build meta data ${goQuote(text)}`
}
