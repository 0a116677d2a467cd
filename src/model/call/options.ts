/** Query options, or the members of DeleteOptions, decoded and validated. */
export type Options = {
  readonly resourceVersion: string
  readonly resourceVersionMatch: string
  readonly labelSelector: string
  readonly fieldSelector: string
  readonly limit: number
  readonly continue: string
  readonly allowWatchBookmarks: boolean
  readonly sendInitialEvents: boolean | undefined
  readonly timeoutSeconds: number | undefined
  readonly dryRun: boolean
  readonly fieldManager: string
  readonly fieldValidation: 'Strict' | 'Warn' | 'Ignore'
  readonly force: boolean
  readonly propagationPolicy: 'Orphan' | 'Background' | 'Foreground' | undefined
  /** The grace period of a deletion in seconds; if undefined, the default of the kind. */
  readonly gracePeriodSeconds: number | undefined
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string }
  /** As in DeleteOptions, besides the policy that it means; if false, an object that is kept is answered with 202. */
  readonly orphanDependents: boolean | undefined
  /** Set if only what storage cannot read is to be deleted (ignoreStoreReadErrorWithClusterBreakingPotential). */
  readonly ifUnreadable?: boolean
}

/** The options of a request that has none. */
export const noOptions: Options = {
  resourceVersion: '',
  resourceVersionMatch: '',
  labelSelector: '',
  fieldSelector: '',
  limit: 0,
  continue: '',
  allowWatchBookmarks: false,
  sendInitialEvents: undefined,
  timeoutSeconds: undefined,
  dryRun: false,
  fieldManager: '',
  fieldValidation: 'Warn',
  force: false,
  propagationPolicy: undefined,
  gracePeriodSeconds: undefined,
  preconditions: {},
  orphanDependents: undefined,
}
