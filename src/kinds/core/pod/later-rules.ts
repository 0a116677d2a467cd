import { createLateLibrary } from '../../../base/turns/late-library.js'
import type { Issue } from '../../../base/errors/issue.js'
import type { MemberRule, Rule } from '../../struct/member-rules.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import type { PodSpec } from './pod-types.js'

// Rules of fields that came after v1.33, loaded on demand: few pods have these fields.
const rules = createLateLibrary(() => import('./later-field-rules.js'))

/** Validates the resources of a pod as a whole. */
export const podLevelResources: Rule = (value, ...given) =>
  value === undefined ? [] : rules.needed().podLevelResources(value, ...given)

/** Sets the defaults of the resources of a pod as a whole. */
export const withPodLevelDefaults = (spec: PodSpec): PodSpec =>
  spec.resources ? rules.needed().withPodLevelDefaults(spec) : spec

/** Validates a projected trust bundle. */
export const trustBundle: MemberRule = (...given) => rules.needed().trustBundle(...given)

/** Validates a projected certificate. */
export const certificate: MemberRule = (...given) => rules.needed().certificate(...given)

/** Validates the restart policy of a container and its rules, of which it has one. */
export const restartIssues: MemberRule = (...given) => rules.needed().restartIssues(...given)

/** Validates the name that a pod has as a host. */
export const ownHostname: MemberRule = (value, ...given) =>
  value === undefined ? [] : rules.needed().ownHostname(value, ...given)

const hasFiles = ({ initContainers = [], containers, ephemeralContainers = [] }: PodSpec): boolean =>
  [initContainers, containers ?? [], ephemeralContainers].some((list) =>
    list.some(({ env }) => env?.some(({ valueFrom }) => valueFrom?.fileKeyRef)),
  )

/** Validates that files of environment variables are in volumes of the type emptyDir. */
export const envFileIssues = (spec: PodSpec, field: string): Iterable<Issue> =>
  hasFiles(spec) ? rules.needed().envFileIssues(spec, field) : []

/** Drops the fields of feature gates that are off which are dropped with more than themselves. */
export const withoutRareFields = (spec: PodSpec, gates: FeatureGates, old?: PodSpec): PodSpec =>
  rules.needed().withoutRareFields(spec, gates, old)

/** Loads the rules; undefined if they are loaded. */
export const loadLaterRules = rules.load
