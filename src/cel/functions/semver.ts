import { compareSemver, semver, semverCore } from '../../base/rules/semver.js'
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
  (version) =>
    version instanceof Version ? semverCore(version.text)[i] : undefined

const compared =
  (run: (order: -1 | 0 | 1) => unknown): Run =>
  (a, b) =>
    a instanceof Version && b instanceof Version ? run(compareSemver(a.text, b.text)) : undefined

/** Removes a leading `v` and zeros, and adds missing numbers, if asked to. */
function normalized(text: string, isAsked: unknown): string {
  if (isAsked !== true) return text
  const [major = '', minor, ...patch] = text.replace(/^v/, '').split('.')
  const [first, second, third] = [major, minor, patch.length > 0 ? patch.join('.') : undefined].map((number) =>
    number?.replace(/^0+(?=.)/, '').replace(/^(?=[^0-9])/, '0'),
  )
  if (third !== undefined) return `${first}.${second}.${third}`
  // What follows the last number stays behind the added ones.
  const rest = /[-+].*$/s.exec(second ?? first ?? '')?.[0] ?? ''
  const plain = (number = '0') => number.slice(0, number.length - (number.endsWith(rest) ? rest.length : 0))
  return rest ? `${first}.${second ?? '0'}.0` : `${plain(first)}.${plain(second)}.0`
}

function versionOf(text: string): Version {
  if (semver(text).length === 0) return new Version(text)
  throw new CelError(
    text === ''
      ? 'Version string empty'
      : text.split('.').length < 3
        ? 'No Major.Minor.Patch elements found'
        : `Invalid character(s) found in version ${JSON.stringify(text)}`,
  )
}

/** The functions on semantic versions. */
export const SEMVER_FUNCTIONS: { readonly [name: string]: Run } = {
  semver: (text, isNormalized) => (typeof text === 'string' ? versionOf(normalized(text, isNormalized)) : undefined),
  isSemver: (text, isNormalized) =>
    typeof text === 'string' ? semver(normalized(text, isNormalized)).length === 0 : undefined,
  major: part(0),
  minor: part(1),
  patch: part(2),
  isGreaterThan: compared((order) => order > 0),
  isLessThan: compared((order) => order < 0),
  compareTo: compared(BigInt),
}
