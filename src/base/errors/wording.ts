/** A part of CEL that not every version has; `durations` are of whole numbers, `escapes` are names in backticks. */
export type Library = 'semver' | 'lists' | 'durations' | 'escapes'

/** How a version of Kubernetes words what its rules find, and what expressions may use. */
export type Wording = {
  /** The version (`1.33`), whose structs are printed. */
  readonly version: `1.${number}`
  /** What the length of labels and qualified names is counted in: bytes since v1.35. */
  readonly labelUnit: 'characters' | 'bytes'
  /** What the keys of labels, and what has their form, are called: a label key since v1.35. */
  readonly labelKey: 'qualified name' | 'valid label key'
  /** How a rejected value that is no scalar, and a refused change, are printed: as JSON since v1.34. */
  readonly values: 'go' | 'json'
  /** Whether some details begin with the name of their field: until v1.34. */
  readonly namesFields: boolean
  /** What a broken rule of a schema shows: the type of the value; since v1.35 a scalar itself, nothing of others. */
  readonly ofBrokenRules: 'type' | 'scalar'
  /** Whether decoding errors name the embedded structs on the way to a field: since v1.35. */
  readonly namesEmbedded: boolean
  /** Whether addresses that programs may read differently are refused (StrictIPCIDRValidation): since v1.36. */
  readonly isStrictOfAddresses: boolean
  /** Whether what structs declare by tags is validated by these (DeclarativeValidationBeta): since v1.37. */
  readonly isDeclarative: boolean
  /** Whether the numbers of custom resources have to be of the range of their type and format: since v1.36. */
  readonly holdsNumbers: boolean
  /** Whether schemas may ask for names (`k8s-short-name`): since v1.35, one after that they came with. */
  readonly hasNameFormats: boolean
  /** Which of those parts new expressions may use; stored ones may use all. */
  readonly libraries: readonly Library[]
}

const FIRST: Wording = {
  version: '1.33',
  labelUnit: 'characters',
  labelKey: 'qualified name',
  values: 'go',
  namesFields: true,
  ofBrokenRules: 'type',
  namesEmbedded: false,
  isStrictOfAddresses: false,
  isDeclarative: false,
  holdsNumbers: false,
  hasNameFormats: false,
  libraries: ['durations'],
}

let current = FIRST

/** Runs rules whose findings are worded in a way, which is that of v1.33 everywhere else. */
export function worded<T>(wording: Wording, run: () => T): T {
  const before = current
  current = wording
  try {
    return run()
  } finally {
    current = before
  }
}

/** Returns how the rules that are running word what they find. */
export const wordingNow = (): Wording => current
