import { compareSemver, semverCore, semverFault } from '../../base/rules/semver.js'
import { CelError } from '../run/cel-error.js'

/** A semantic version (library: SemverLib). */
export class Version {
  readonly typeName = 'kubernetes.Semver'
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  sameAs(other: unknown): boolean {
    return other instanceof Version && compareSemver(this.text, other.text) === 0
  }
}

type Run = (...values: readonly unknown[]) => unknown

const part =
  (i: number): Run =>
  (given) =>
    given instanceof Version ? BigInt.asIntN(64, semverCore(given.text)[i] ?? 0n) : undefined

const compared =
  (run: (order: -1 | 0 | 1) => unknown): Run =>
  (a, b) =>
    a instanceof Version && b instanceof Version ? run(compareSemver(a.text, b.text)) : undefined

/** Removes a leading `v` and zeros, and adds missing numbers (library: normalizeAndParse). */
function normalized(text: string): string {
  const [major = '', minor, ...patch] = text.replace(/^v/, '').split('.')
  const given = [major, ...(minor === undefined ? [] : [minor]), ...(patch.length > 0 ? [patch.join('.')] : [])]
  const parts = given.map((part) => (part.length > 1 ? part.replace(/^0+/, '').replace(/^(?![0-9])/, '0') : part))
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? ''))
    throw new CelError('short version cannot contain PreRelease/Build meta data')
  return [...parts, '0', '0'].slice(0, 3).join('.')
}

function version(given: unknown, normalizes: unknown = false): Version | undefined {
  if (typeof given !== 'string' || typeof normalizes !== 'boolean') return undefined
  const text = normalizes ? normalized(given) : given
  const fault = semverFault(text)
  if (fault !== undefined) throw new CelError(fault)
  return new Version(text)
}

function isVersion(given: unknown, normalizes?: unknown): boolean | undefined {
  try {
    return version(given, normalizes) && true
  } catch (error) {
    if (error instanceof CelError) return false
    throw error
  }
}

/** The functions on semantic versions. */
export const SEMVER_FUNCTIONS: { readonly [name: string]: Run } = {
  semver: version,
  isSemver: isVersion,
  major: part(0),
  minor: part(1),
  patch: part(2),
  isGreaterThan: compared((order) => order > 0),
  isLessThan: compared((order) => order < 0),
  compareTo: compared(BigInt),
}
