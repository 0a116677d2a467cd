type Semver = { readonly core: readonly bigint[]; readonly pre: readonly string[] }

const NUMBER = '(?:0|[1-9][0-9]*)'
const PRE = `(?:${NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)`
const SEMVER = new RegExp(
  String.raw`^(${NUMBER})\.(${NUMBER})\.(${NUMBER})(?:-(${PRE}(?:\.${PRE})*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$`,
)
const LARGEST = 2n ** 64n - 1n

const ZERO: Semver = { core: [0n, 0n, 0n], pre: [] }

/** Parse of github.com/blang/semver: strictly `major.minor.patch[-pre][+build]`. */
export const semver = (value: string): string[] => (parse(value) ? [] : ['must be a valid semantic version'])

/** Compares two versions by precedence (build metadata is ignored); an invalid one counts as `0.0.0`. */
export function compareSemver(a: string, b: string): -1 | 0 | 1 {
  return compare(parse(a) ?? ZERO, parse(b) ?? ZERO)
}

/** Returns the three numbers of a version; zeros for an invalid one. */
export const semverCore = (value: string): readonly bigint[] => (parse(value) ?? ZERO).core

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

function parse(value: string): Semver | undefined {
  const found = SEMVER.exec(value)
  if (!found) return undefined
  const core = found.slice(1, 4).map(BigInt)
  const pre = found[4]?.split('.') ?? []
  // Go keeps the numbers in 64 bits.
  const fits = [...core, ...pre.filter(isNumber).map(BigInt)].every((number) => number <= LARGEST)
  return fits ? { core, pre } : undefined
}
