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
  /** How many seconds a deletion leaves; the kind's own rule where it says nothing. */
  readonly gracePeriodSeconds: number | undefined
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string }
  /** DeleteOptions said `orphanDependents: false`; a held object is then answered with 202. */
  readonly orphanDependentsFalse: boolean
}

/** Options of a request that gives none. */
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
  orphanDependentsFalse: false,
}
