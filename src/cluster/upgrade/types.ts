/**
 * How serious it is that the reply to a request differs between two versions, most serious first: the program `fails`
 * where it succeeded; the API is `gone`; the request is `refused`; a field that was sent is `dropped`; there is a new
 * warning (`warned`); a field is another, such as a default (`changed`); the `status` is another, such as that of a
 * request that was refused and is not any more; the `message` of a refusal is another.
 */
export const upgradeLevels = ['fails', 'gone', 'refused', 'dropped', 'warned', 'changed', 'status', 'message'] as const

/** One of {@link upgradeLevels}. */
export type UpgradeLevel = (typeof upgradeLevels)[number]

/** A request, as findings name it. */
export type FoundRequest = {
  /** Its number in the journal of the run. */
  readonly sequence: number
  readonly method: string
  readonly path: string
  readonly userAgent: string
}

/** What differs between the replies of two versions, of one request or of several alike. */
export type UpgradeFinding = {
  readonly level: UpgradeLevel
  /** What differs, in words: `spec.hostnameOverride is dropped`. */
  readonly what: string
  /** What was answered, or the value of the field, in the first version; absent if there was none. */
  readonly before?: unknown
  /** The same in the second version. */
  readonly after?: unknown
  /** The requests whose replies differ in this, oldest first; none for what concerns the run as a whole. */
  readonly requests: readonly FoundRequest[]
  /** The number of later replies that differ as a consequence, such as reads of what was not created. */
  readonly consequences: number
}

/** What an upgrade from one version of Kubernetes to another changes for a program. */
export type UpgradeReport = {
  /** The versions, as they were given. */
  readonly from: string
  readonly to: string
  /** The number of requests that were sent to both. */
  readonly requests: number
  /** The findings, most serious first, then in the order of the requests. */
  readonly findings: readonly UpgradeFinding[]
}
